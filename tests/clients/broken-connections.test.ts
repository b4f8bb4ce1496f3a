import { spawnSync } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Errata } from "@/clients/typescript/errata";
import { openProducer } from "./snippets";

/** Connections that break while a batch is on its way, or just as they are used again: nothing is lost. */

type Way = (request: IncomingMessage, response: ServerResponse, turn: number) => boolean;
/** Each says whether it has dealt with the request; else it is taken. */
const WAYS: Record<string, Way> = {
  // As a server does whose patience with idle connections ends at the wrong moment.
  "resets a connection that is used again": ({ socket }) => {
    const isUsedAgain = seen.has(socket);
    seen.add(socket);
    if (isUsedAgain) socket.resetAndDestroy();
    return isUsedAgain;
  },
  "answers 429 before all is sent, and keeps the connection": (_, response, turn) => {
    if (turn === 1) refuse(response);
    return turn === 1;
  },
  "answers 429 before all is sent, and resets": (request, response, turn) => {
    if (turn === 1)
      refuse(response).once("finish", () => setImmediate(() => request.socket.resetAndDestroy()));
    return turn === 1;
  },
  "breaks off as it answers 429": (request, response, turn) => {
    if (turn === 1) breakOff(request, response);
    return turn === 1;
  },
  "resets before all is sent": (request, _, turn) => {
    if (turn === 1) request.once("data", () => request.socket.resetAndDestroy());
    return turn === 1;
  },
};
/** The header of an answer, and half of its body. */
function breakOff(request: IncomingMessage, response: ServerResponse): void {
  request.resume().on("end", () => {
    response.writeHead(429, { "retry-after": "0", "content-length": "100" });
    response.write("{", () => request.socket.end());
  });
}
const refuse = (response: ServerResponse) =>
  response.writeHead(429, { "retry-after": "0" }).end('{"code":"rate_limited"}');

const seen = new WeakSet<object>();
const turns = new Map<string, number>();
const taken = new Map<string, string[]>();
let server: Server;
let url: string;
let producer: ReturnType<typeof openProducer>;

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, client = "", way = ""] = decodeURIComponent(request.url ?? "").split("/");
    const turn = (turns.get(client + way) ?? 0) + 1;
    turns.set(client + way, turn);
    if (!WAYS[way]?.(request, response, turn)) take(client + way, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  producer = openProducer({});
});
afterAll(() => {
  producer?.close();
  server?.closeAllConnections();
  server?.close();
});

function take(key: string, request: IncomingMessage, response: ServerResponse): void {
  let text = "";
  request.setEncoding("utf8").on("data", (part) => {
    text += part;
  });
  request.on("end", () => {
    const { events = [] } = JSON.parse(text) as { events?: { call_id: string }[] };
    taken.set(key, [...(taken.get(key) ?? []), ...events.map(({ call_id }) => call_id)]);
    response.end(JSON.stringify({ accepted: events.length, duplicate: 0, conflict: 0, rejected: 0 }));
  });
}

const EVENTS = 300;
const all = Array.from({ length: EVENTS }, (_, index) => String(index));
const addressOf = (client: string, way: string) => `${url}/${client}/${encodeURIComponent(way)}`;

test.each(Object.keys(WAYS))("TypeScript loses nothing to a server that %s", async (way) => {
  const problems: unknown[] = [];
  const patience = { interval_ms: 60_000, backoff_ms: 1, request_timeout_ms: 60_000 };
  const on_problem = ({ status }: { status: number | null }) => problems.push(status);
  const errata = new Errata({ url: addressOf("typescript", way), key: "k", ...patience, on_problem });
  const tool = errata.tool("pay", { writes: true });
  // More than a connection holds that nobody reads.
  const attributes = { note: "x".repeat(1_900), more: "y".repeat(1_900), last: "z".repeat(1_900) };
  for (const call_id of all) tool.fail(new Error("no answer"), {}, { call_id, attributes });
  expect(await errata.close(60_000)).toBe(true);
  expect(taken.get(`typescript${way}`)).toEqual(all);
  expect(errata.stats).toMatchObject({ waiting: 0, events: { accepted: EVENTS, rejected: 0, dropped: 0 } });
  // A kept connection that was closed meanwhile is no news of the server.
  if (way === "resets a connection that is used again") expect(problems).toEqual([]);
  if (way === "breaks off as it answers 429") expect(problems).toEqual([429]);
});

const PYTHON = (address: string) => `
import json
from errata import Errata
problems = []
errata = Errata("${address}", "k", interval=60.0, backoff=0.001, request_timeout=60.0, on_problem=lambda *said: problems.append(said[0]))
pay = errata.tool("pay", writes=True)
for call_id in range(${EVENTS}):
    attributes = {"note": "x" * 1900, "more": "y" * 1900, "last": "z" * 1900}
    pay.fail(ValueError("no answer"), {}, call_id=str(call_id), attributes=attributes)
assert errata.close(60.0)
print(json.dumps([errata.stats["events"]["accepted"], problems]))
`;

const hasPython = spawnSync("python3", ["--version"]).status === 0;
test.skipIf(!hasPython).each(Object.keys(WAYS))("Python loses nothing to a server that %s", async (way) => {
  const printed = await producer.runPython(PYTHON(addressOf("python", way)));
  const [accepted, problems] = JSON.parse(printed);
  expect(accepted).toBe(EVENTS);
  if (way === "breaks off as it answers 429") expect(problems).toEqual([429]);
  expect(taken.get(`python${way}`)).toEqual(all);
});
