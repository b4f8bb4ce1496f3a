export type StreamedEvent = { event: string; data: unknown };

export type EventStream = {
  response: Response;
  /** What has come so far. */
  seen: StreamedEvent[];
  /** Resolves with the first event of this name that came after everything awaited before. */
  until: (event: string) => Promise<StreamedEvent>;
  /** Resolves once it is over: ended by the server, or broken off. */
  ended: Promise<"ended" | "broke">;
  close: () => void;
};

/** Reads a stream of server-sent events in the background. */
export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const stop = new AbortController();
  const response = await fetch(url, { headers, signal: stop.signal });
  return followEvents(response, () => stop.abort());
}

/** The same of a response that is there already. */
export function followEvents(response: Response, close: () => void): EventStream {
  const seen: StreamedEvent[] = [];
  const waiting = new Set<() => void>();
  let read = 0;
  const ended = (async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        seen.push(parse(text.slice(0, end)));
        text = text.slice(end + 2);
      }
      for (const look of waiting) look();
    }
  })();
  const until = (event: string) =>
    new Promise<StreamedEvent>((resolve, reject) => {
      const look = () => {
        const at = seen.findIndex((one, index) => index >= read && one.event === event);
        const found = seen[at];
        if (found === undefined) return;
        read = at + 1;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      ended.then(
        () => reject(new Error(`The stream ended before ${event}`)),
        () => reject(new Error(`The stream broke before ${event}`)),
      );
    });
  return {
    response,
    seen,
    until,
    ended: ended.then(
      () => "ended" as const,
      () => "broke" as const,
    ),
    close,
  };
}

function parse(block: string): StreamedEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  return { event: field("event") ?? "message", data: JSON.parse(field("data") ?? "null") };
}
