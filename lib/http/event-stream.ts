type ServerEvent = { event: string; data: unknown };

/** How long a browser waits before it connects again, in ms; spread, so that not all come back at once. */
const retryMs = () => 2_000 + Math.floor(Math.random() * 3_000);

/**
 * Answers server-sent events as they come, at the client's pace. `onGone` is called once the client has left, for a
 * source that waits. No proxy may hold them back or compress them.
 */
export function eventStream(events: AsyncGenerator<ServerEvent>, onGone: () => void): Response {
  const encoder = new TextEncoder();
  let head = `retry: ${retryMs()}\n`;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await events.next();
        if (done) return controller.close();
        controller.enqueue(
          encoder.encode(`${head}event: ${value.event}\ndata: ${JSON.stringify(value.data)}\n\n`),
        );
        head = "";
      },
      async cancel() {
        onGone();
        await events.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
