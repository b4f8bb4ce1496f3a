import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { RouteHandler } from "@/lib/http/define-route";
import { answerByHandler, pathWithin } from "@/lib/http/node-adapter";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(handler: RouteHandler): Promise<string> {
  const server = createServer((req, res) => {
    const path = pathWithin("", req.url ?? "/") ?? "/";
    answerByHandler(req, res, handler, { path, params: { reference: "err_1" } }).catch(() => {
      res.writeHead(500).end("handler failed");
    });
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a body of 24 MB arrives whole, declared or chunked", async () => {
  const url = await serve(async (request) => {
    return Response.json({ digest: digest(new Uint8Array(await request.arrayBuffer())) });
  });
  const body = randomBytes(24 * 1024 * 1024);
  const declared = await fetch(url, { method: "POST", body });
  expect(await declared.json()).toEqual({ digest: digest(body) });
  const chunked = await fetch(url, {
    method: "POST",
    body: new Blob([body]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(await chunked.json()).toEqual({ digest: digest(body) });
});

test("a large answer waits for a slow reader", async () => {
  let produced = 0;
  const url = await serve(async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        produced += 1;
        if (produced > 400) controller.close();
        else controller.enqueue(new Uint8Array(256 * 1024));
      },
    });
    return new Response(stream);
  });
  const answer = await get(url);
  answer.pause();
  await new Promise((resolve) => answer.once("readable", resolve));
  // 100 MB were on offer; sockets hold a few.
  expect(produced).toBeLessThan(200);
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  expect(bytes).toBe(400 * 256 * 1024);
});

test("a JSON answer carries its length, HEAD the headers alone, 204 nothing", async () => {
  const url = await serve(async (request) => {
    if (new URL(request.url).pathname === "/none") return new Response(null, { status: 204 });
    return Response.json({ ok: true }, { headers: { "set-cookie": "a=1", "x-kind": "test" } });
  });
  const whole = await fetch(url);
  expect(whole.headers.get("content-length")).toBe("11");
  expect(whole.headers.getSetCookie()).toEqual(["a=1"]);
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, head.headers.get("x-kind"), await head.text()]).toEqual([200, "test", ""]);
  const none = await fetch(`${url}/none`);
  expect([none.status, await none.text()]).toEqual([204, ""]);
});

test("the request's signal aborts when the client goes away", async () => {
  let report = (_reason: string) => {};
  const aborted = new Promise<string>((resolve) => {
    report = resolve;
  });
  let arrived = () => {};
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const url = await serve(async (request) => {
    const gone = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    arrived();
    await gone;
    report("aborted");
    return new Response(null, { status: 204 });
  });
  const leaving = new AbortController();
  const call = fetch(url, { signal: leaving.signal });
  await waiting;
  leaving.abort();
  await expect(call).rejects.toThrow();
  expect(await aborted).toBe("aborted");
});

test("a stream is cancelled when its reader leaves", async () => {
  let report = () => {};
  const cancelled = new Promise<void>((resolve) => {
    report = resolve;
  });
  const url = await serve(async () => {
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("data: hello\n\n")),
      cancel: () => report(),
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  });
  const answer = await get(url);
  const [chunk] = await once(answer, "data");
  expect(String(chunk)).toBe("data: hello\n\n");
  answer.destroy();
  await cancelled;
});

test("a body that breaks off rejects the reading of it", async () => {
  let report = (_outcome: string) => {};
  const outcome = new Promise<string>((resolve) => {
    report = resolve;
  });
  const url = await serve(async (request) => {
    report(
      await request.text().then(
        () => "read",
        () => "rejected",
      ),
    );
    return new Response("late");
  });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this");
  socket.end();
  expect(await outcome).toBe("rejected");
});

test("an answer that fails in the middle ends the connection", async () => {
  const url = await serve(async () => {
    let pulls = 0;
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(new Uint8Array(10));
        else
          await new Promise((resolve) => setImmediate(resolve)).then(() => controller.error(new Error("x")));
      },
    });
    return new Response(stream);
  });
  await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
});

test("the address keeps its escapes and never takes a host from the path", async () => {
  const url = await serve(async (request, context) => {
    return Response.json({ url: request.url, params: await context?.params });
  });
  const port = new URL(url).port;
  expect(await (await fetch(`${url}/frames/a%2Fb%3F?x=%20`)).json()).toEqual({
    url: `http://127.0.0.1:${port}/frames/a%2Fb%3F?x=%20`,
    params: { reference: "err_1" },
  });
  const answer = await get(url, { path: "//evil.example/x", headers: { host: "good.example" } });
  let text = "";
  for await (const chunk of answer) text += chunk;
  expect(JSON.parse(text).url).toBe("http://good.example//evil.example/x");
});

test("the base path is taken off, and only as a whole segment", () => {
  expect(pathWithin("/errata", "/errata/api/v1/events?a=1")).toBe("/api/v1/events?a=1");
  expect(pathWithin("/errata", "/errata?a=1")).toBe("/?a=1");
  expect(pathWithin("/errata", "/errata")).toBe("/");
  expect(pathWithin("/errata", "/erratum/api")).toBeNull();
  expect(pathWithin("/errata", "/api")).toBeNull();
  expect(pathWithin("", "http://host.example/a?b")).toBe("/a?b");
});

function get(
  url: string,
  options: { path?: string; headers?: Record<string, string> } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { agent: false, ...options }, resolve)
      .once("error", reject)
      .end();
  });
}
