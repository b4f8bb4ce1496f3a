import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  "/large": (response) => response.end('{"order":9007199254740993}'),
  "/torn": (response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write('{"order":');
    setImmediate(() => response.destroy());
  },
  "/silent": () => {},
};

let server: Server;
let api: typeof import("./fetcher").api;

beforeAll(async () => {
  server = createServer((request, response) => ANSWERS[request.url ?? ""]?.(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env.NEXT_PUBLIC_BASE_PATH = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ api } = await import("./fetcher"));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a number that a double would change keeps its digits", async () => {
  const { stringifyJson } = await import("@/domain/json");
  expect(stringifyJson(await api("/large"))).toBe('{"order":9007199254740993}');
});

test("an answer that breaks off is no answer", async () => {
  const error = await api("/torn").catch((cause: unknown) => cause);
  expect(error).toMatchObject({
    name: "ApiError",
    status: 0,
    problem: { code: "unreachable", retryable: true },
  });
});

test("who no longer wants the answer is not told that it failed", async () => {
  const wanted = new AbortController();
  const answer = api("/silent", { signal: wanted.signal });
  wanted.abort();
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
});

test("what came too late is not asked again unasked", async () => {
  const { unreachable } = await import("./api-error");
  const late = unreachable(new DOMException("", "TimeoutError"));
  expect(late.problem).toMatchObject({ code: "unreachable", retryable: false });
});
