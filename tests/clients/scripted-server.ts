import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ScriptedAnswer } from "./typescript-conformance";

export type Door =
  | "events"
  | "frames"
  | "recoveries"
  | "calls"
  | "evidence"
  | "verdicts"
  | "acknowledgements"
  | "elsewhere";
export type Recorded = { key: string; door: Door; at_ms: number; items: Record<string, unknown>[] };

export type ScriptedServer = {
  url: string;
  /** What came in under a key at a door, in its order. */
  recorded: (key: string, ...doors: Door[]) => Recorded[];
  /** What a door answers to a key first; afterwards it takes everything. */
  script: (key: string, door: Door, answers: readonly ScriptedAnswer[]) => void;
  close: () => Promise<void>;
};

/** A server in Errata's place that keeps what it gets, and misbehaves as it is told. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const all: Recorded[] = [];
  const scripts = new Map<string, ScriptedAnswer[]>();
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const record = recordOf(request, text);
      all.push(record);
      const scripted = scripts.get(`${record.key} ${record.door}`)?.shift();
      answer(response, scripted ?? taken(record.door, record.items.length));
    });
  });
  // A connection that is closed just as it is used again would be one more unscripted fault.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded: (key, ...doors) => all.filter((one) => one.key === key && doors.includes(one.door)),
    script: (key, door, answers) => scripts.set(`${key} ${door}`, [...answers]),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function recordOf(request: IncomingMessage, text: string): Recorded {
  const door = new URL(String(request.url), "http://errata").pathname.split("/").at(-1) as Door;
  const body = JSON.parse(text || "{}") as Record<string, unknown>;
  const list = Object.values(body).find(Array.isArray) as Record<string, unknown>[] | undefined;
  const key = String(request.headers.authorization).replace("Bearer ", "");
  return { key, door, at_ms: performance.now(), items: list ?? [body] };
}

function taken(door: Door, accepted: number): ScriptedAnswer {
  if (door === "evidence") return { status: 202, body: { evidence_id: "e" } };
  if (door === "verdicts") return { body: { state: "none" } };
  if (door === "acknowledgements") return { body: { acknowledged_at: "2026-11-30T12:00:00.000000Z" } };
  return { status: 200, body: { accepted, duplicate: 0, conflict: 0, rejected: 0, results: [] } };
}

function answer(
  response: ServerResponse,
  { status = 200, retry_after, location, body, text, broken, silent, trickle }: ScriptedAnswer,
) {
  if (broken) return response.destroy();
  if (silent) return;
  if (trickle) return dribble(response);
  if (location !== undefined) response.setHeader("location", location);
  if (retry_after !== undefined) response.setHeader("retry-after", retry_after);
  response.writeHead(status, { "content-type": text ? "text/html" : "application/json" });
  response.end(text ?? JSON.stringify(body));
}

/** An answer that never ends, a space at a time: each comes in time, together they do not. */
function dribble(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 100);
  response.on("close", () => clearInterval(timer));
}
