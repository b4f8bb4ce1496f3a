import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHttpServer } from "@/lib/http/http-server";
import { TIME_LIMITS } from "@/lib/http/time-limits";
import { createLogger } from "@/lib/platform/logger";

const MIB = 1024 * 1024;
let server: Server;
const ended: string[] = [];
beforeAll(async () => {
  server = createHttpServer({
    basePath: "",
    mounts: [
      {
        method: "POST",
        path: "/upload",
        handler: async (request) => {
          await request.text().catch(() => ended.push("upload"));
          return Response.json({});
        },
      },
      { method: "GET", path: "/large", handler: async () => new Response("x".repeat(64 * MIB)) },
    ],
    log: createLogger("silent"),
    phase: () => "ready",
    isDatabaseUp: async () => true,
    fallback: () => null,
    limits: {
      headersTimeout: 200,
      requestTimeout: 400,
      connectionsCheckingInterval: 50,
      idleTimeout: 1_000,
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

function open(text: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.write(text);
  return socket;
}

/** Sends a byte now and then until the server ends the connection. */
async function trickle(socket: Socket): Promise<void> {
  const drip = setInterval(() => socket.writable && socket.write("x"), 50);
  socket.resume();
  await once(socket, "close");
  clearInterval(drip);
}

it("ends a request whose header fields trickle in", async () => {
  await trickle(open("POST /upload HTTP/1.1\r\nhost: x\r\nx-slow: "));
});

it("ends a request whose body trickles in, and whoever read it knows", async () => {
  await trickle(open("POST /upload HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n"));
  await expect.poll(() => ended).toEqual(["upload"]);
});

it("ends the connection of a client that takes no answer", async () => {
  const connected = once(server, "connection");
  const socket = open("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
  socket.pause();
  const [held] = (await connected) as [Socket];
  if (!held.destroyed) await once(held, "close");
  expect(held.bytesWritten).toBeGreaterThan(0);
  socket.destroy();
});

it("waits longer than a poll may take and a stream may be silent", () => {
  expect(TIME_LIMITS.idleTimeout).toBeGreaterThan(60_000);
  expect(TIME_LIMITS.headersTimeout).toBeLessThan(TIME_LIMITS.requestTimeout);
});
