import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import type { Phase } from "@/lib/http/health";
import { closeHttpServer, createHttpServer } from "@/lib/http/http-server";
import type { Mount } from "@/lib/http/mount-table";
import { Hub } from "@/lib/platform/hub";
import { createLogger } from "@/lib/platform/logger";
import { listen } from "@/server-process";

const log = createLogger("silent");

function serve(mounts: Mount[], phase: () => Phase = () => "ready") {
  const options = {
    basePath: "/errata",
    mounts,
    log,
    phase,
    isDatabaseUp: async () => true,
    fallback: () => null,
  };
  const server = createHttpServer(options);
  return listen(server, { HOST: "127.0.0.1", PORT: 0 }).then((port) => ({
    server,
    url: `http://127.0.0.1:${port}`,
  }));
}

test("stopping answers those who wait, ends streams, and then takes nothing new", async () => {
  const hub = new Hub();
  let waiting = 0;
  let allThere = () => {};
  const there = new Promise<void>((resolve) => {
    allThere = resolve;
  });
  const arrive = () => {
    waiting += 1;
    if (waiting === 51) allThere();
  };
  const { server, url } = await serve([
    {
      method: "GET",
      path: "/api/v1/verdicts",
      handler: async (request) => {
        const woken = hub.wait(["case:1"], { timeoutMs: 600_000, signal: request.signal });
        arrive();
        return Response.json({ woken: await woken });
      },
    },
    {
      method: "GET",
      path: "/api/v1/live",
      handler: async () => {
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode("data: 1\n\n"));
            hub.closing.addEventListener("abort", () => controller.close());
            arrive();
          },
        });
        return new Response(stream, { headers: { "content-type": "text/event-stream" } });
      },
    },
  ]);
  const polls = Array.from({ length: 50 }, () => fetch(`${url}/errata/api/v1/verdicts`));
  const live = fetch(`${url}/errata/api/v1/live`).then((answer) => answer.text());
  await there;
  hub.close();
  const closed = closeHttpServer(server, 30_000);
  for (const poll of await Promise.all(polls)) expect(await poll.json()).toEqual({ woken: "closed" });
  expect(await live).toBe("data: 1\n\n");
  await closed;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test("connections on which nothing was asked are closed at once, a request that is half sent is answered", async () => {
  const { server, url } = await serve([
    { method: "POST", path: "/slow", handler: async (request) => Response.json(await request.json()) },
  ]);
  const { port } = new URL(url);
  const open = async () => {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    return socket;
  };
  const unused = await Promise.all([open(), open()]);
  const gone = Promise.all(unused.map((socket) => once(socket, "close")));
  const half = await open();
  const accepted = once(server, "request");
  half.write('POST /errata/slow HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{"a"');
  await accepted;
  const closed = closeHttpServer(server, 60_000);
  await gone;
  half.write(": 12}");
  let answer = "";
  for await (const piece of half) answer += piece;
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\{"a":12\}/);
  await closed;
});

test("what hangs is cut after the grace", async () => {
  let arrived = () => {};
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const handler = () => {
    arrived();
    return new Promise<Response>(() => {});
  };
  const { server, url } = await serve([{ method: "GET", path: "/hang", handler }]);
  const call = fetch(`${url}/errata/hang`);
  const outcome = expect(call).rejects.toThrow();
  await there;
  await closeHttpServer(server, 50);
  await outcome;
});

test("while it migrates it is alive but not ready, and says when to come back", async () => {
  let phase: Phase = "starting";
  const { server, url } = await serve([], () => phase);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  for (const path of ["/readyz", "/errata/readyz", "/errata/api/v1/rates"]) {
    const answer = await fetch(`${url}${path}`);
    expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "1"]);
  }
  const page = await fetch(`${url}/errata/`, { headers: { accept: "text/html" } });
  expect([page.status, await page.text()]).toEqual([503, expect.stringContaining("Errata is starting")]);
  phase = "ready";
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  await closeHttpServer(server, 50);
});

test("a handler that throws answers by the error contract and shows nothing of the inside", async () => {
  const handler = async () => {
    throw new Error("password=hunter2");
  };
  const { server, url } = await serve([{ method: "GET", path: "/boom", handler }]);
  const answer = await fetch(`${url}/errata/boom`);
  const body = await answer.text();
  expect([answer.status, JSON.parse(body).code]).toEqual([500, "internal_error"]);
  expect(body).not.toContain("hunter2");
  await closeHttpServer(server, 50);
});
