import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { backOff, createApiClient, readRetryAfter, ServerUnreachable } from "@/scripts/replay/api-client";
import { type KindRule, ruleFor } from "@/scripts/replay/kinds";
import { type Batch, bodyOf } from "@/scripts/replay/make-batches";
import { ReplayRefused, sendBatch } from "@/scripts/replay/send-file";

type Reply = { status: number; headers?: Record<string, string>; body?: unknown } | "hang up";
let server: Server | undefined;
afterEach(() => server?.close());

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return (request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString("utf8");
}

/** A receiver that answers by a rule: what a server under strain or an older one may say. */
async function receiver(reply: (text: string, count: number) => Reply) {
  const bodies: string[] = [];
  server = createServer(async (request, response) => {
    const text = await bodyText(request);
    bodies.push(text);
    const answer = reply(text, bodies.length);
    if (answer === "hang up") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(JSON.stringify(answer.body ?? null));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies };
}

function rule(kind: string): KindRule {
  const found = ruleFor(kind);
  if (!found) throw new Error(kind);
  return found;
}

function batch(texts: string[]): Batch {
  const items = texts.map((text, index) => ({ line: index + 1, text, end: 0, is_report: false }));
  return { rule: rule("events"), items };
}

const allAccepted = (text: string): Reply => {
  const results = text.split("\n").map((_, index) => ({ index, status: "accepted" }));
  return { status: 200, body: { accepted: results.length, duplicate: 0, conflict: 0, rejected: 0, results } };
};

test("429, 503 and broken connections are tried again with the very same body", async () => {
  const { url, bodies } = await receiver((text, count) => {
    if (count === 1) return { status: 503, headers: { "retry-after": "0" } };
    if (count === 2) return "hang up";
    return count === 3 ? { status: 429, headers: { "retry-after": "0" } } : allAccepted(text);
  });
  const reasons: string[] = [];
  const client = createApiClient({ url, key: "k", on_retry: (reason) => reasons.push(reason) });
  const results = await sendBatch(client, batch(['{"a":1}', `{"b":"${"x".repeat(2000)}"}`]));
  expect(results.map((result) => result.outcome)).toEqual(["accepted", "accepted"]);
  expect(reasons).toEqual(["answered 503", expect.any(String), "answered 429"]);
  expect(new Set(bodies).size).toBe(1);
});

test("a request refused as a whole is halved down to the line it is about", async () => {
  const { url } = await receiver((text) =>
    text.includes("poison")
      ? { status: 400, body: { code: "body_not_json", message: "No." } }
      : allAccepted(text),
  );
  const results = await sendBatch(
    createApiClient({ url, key: "k" }),
    batch(['{"n":1}', '{"n":2}', '{"n":"poison"}', '{"n":4}', '{"n":5}']),
  );
  expect(results.map((result) => result.outcome)).toEqual([
    "accepted",
    "accepted",
    "rejected",
    "accepted",
    "accepted",
  ]);
  expect(results[2]).toEqual({ line: 3, outcome: "rejected", reason: "body_not_json: No." });
});

test("each item's fate is told with its line", async () => {
  const error = { code: "invalid_tool", message: "Say which.", field: "tool" };
  const { url } = await receiver(() => ({
    status: 207,
    body: {
      accepted: 1,
      duplicate: 1,
      conflict: 0,
      rejected: 1,
      results: [
        { index: 0, status: "accepted" },
        { index: 1, status: "duplicate" },
        { index: 2, status: "rejected", error },
      ],
    },
  }));
  expect(await sendBatch(createApiClient({ url, key: "k" }), batch(["{}", "{}", "{}"]))).toEqual([
    { line: 1, outcome: "accepted", reason: null },
    { line: 2, outcome: "duplicate", reason: null },
    { line: 3, outcome: "rejected", reason: "invalid_tool (field tool): Say which." },
  ]);
});

test("a key that is not known, or a page that is no Errata, ends it at once", async () => {
  for (const status of [401, 403, 404, 200]) {
    const { url, bodies } = await receiver(() => ({ status }));
    await expect(sendBatch(createApiClient({ url, key: "k" }), batch(["{}"]))).rejects.toThrow(ReplayRefused);
    expect(bodies).toHaveLength(1);
    server?.close();
  }
});

test("when the time is up it says what the server last said", async () => {
  const { url } = await receiver(() => ({ status: 503, headers: { "retry-after": "60" } }));
  const client = createApiClient({ url, key: "k", give_up_after_ms: 1000 });
  await expect(client.send({ method: "GET", path: "/" })).rejects.toThrow(ServerUnreachable);
});

test("interrupted while it waits, it ends with the reason given", async () => {
  const { url } = await receiver(() => ({ status: 503, headers: { "retry-after": "30" } }));
  const stop = new AbortController();
  const reason = new Error("stopped");
  const client = createApiClient({ url, key: "k", signal: stop.signal, on_retry: () => stop.abort(reason) });
  await expect(client.send({ method: "GET", path: "/" })).rejects.toBe(reason);
});

test("Retry-After is read as seconds and as a date", () => {
  const now = Date.parse("2026-11-29T22:00:00Z");
  expect(readRetryAfter("7", now)).toBe(7000);
  expect(readRetryAfter("Sun, 29 Nov 2026 22:00:05 GMT", now)).toBe(5000);
  expect([readRetryAfter("soon", now), readRetryAfter(null, now)]).toEqual([null, null]);
});

test("pauses grow, stay bounded, and differ", () => {
  expect([backOff(0, 0), backOff(0, 1), backOff(3, 1), backOff(60, 1)]).toEqual([125, 250, 2000, 15_000]);
});

test("the body of a batch of events is its lines", () => {
  expect(bodyOf(batch(['{"a": 1}', "{}"])).text).toBe('{"a": 1}\n{}');
});
