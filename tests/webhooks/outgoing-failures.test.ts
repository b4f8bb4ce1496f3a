import net, { type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { sendOutgoing } from "@/lib/platform/outgoing";
import { type Answerer, get, LOOPBACK, localServers, policyOf } from "./local-server";

const { serve, keep, closeAll } = localServers();
afterEach(closeAll);

const ok: Answerer = (_seen, response) => response.end("fine");

describe("time", () => {
  const hasty = { timeout_ms: 300 };

  it("is up for a host that takes the request and never answers", async () => {
    const server = await serve(() => {});
    await expect(sendOutgoing(get(server.url, hasty), LOOPBACK)).rejects.toMatchObject({ code: "timed_out" });
  });

  it("is up for a body that comes drop by drop", async () => {
    const server = await serve((_seen, response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    });
    await expect(sendOutgoing(get(server.url, hasty), LOOPBACK)).rejects.toMatchObject({ code: "timed_out" });
  });

  it("is up for redirects that are slow together", async () => {
    const server = await serve((_seen, response) => {
      setTimeout(() => response.writeHead(307, { location: "/again" }).end(), 80);
    });
    const sent = sendOutgoing(get(server.url, { ...hasty, max_redirects: 20 }), LOOPBACK);
    await expect(sent).rejects.toMatchObject({ code: "timed_out" });
  });

  it("is up for a name server that hangs", async () => {
    const policy = { ...LOOPBACK, resolve: () => new Promise<never>(() => {}) };
    const sent = sendOutgoing(get("https://a.example/", hasty), policy);
    await expect(sent).rejects.toMatchObject({ code: "timed_out" });
  });
});

describe("failures are told apart", () => {
  /** A server that speaks raw bytes. */
  async function raw(speak: (socket: net.Socket) => void): Promise<string> {
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => speak(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    keep({ close: () => new Promise((resolve) => server.close(resolve)) });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it("nobody listens, or the name is unknown: unreachable", async () => {
    const server = await serve(ok);
    await server.close();
    await expect(sendOutgoing(get(server.url), LOOPBACK)).rejects.toMatchObject({ code: "unreachable" });
    const unknown = sendOutgoing(get("https://nowhere.example/"), LOOPBACK);
    await expect(unknown).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringContaining("resolve"),
    });
  });

  it("the connection is cut in the middle of the body: unreachable", async () => {
    const url = await raw((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhalf"));
    await expect(sendOutgoing(get(url), LOOPBACK)).rejects.toMatchObject({ code: "unreachable" });
  });

  it("no HTTP, or headers without end: answer_unreadable", async () => {
    const noise = await raw((socket) => socket.end("SSH-2.0-OpenSSH\r\n"));
    await expect(sendOutgoing(get(noise), LOOPBACK)).rejects.toMatchObject({ code: "answer_unreadable" });
    const long = await raw((socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(40_000)}\r\n\r\n`));
    await expect(sendOutgoing(get(long), LOOPBACK)).rejects.toMatchObject({ code: "answer_unreadable" });
    const broken = await raw((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nnope");
    });
    await expect(sendOutgoing(get(broken), LOOPBACK)).rejects.toMatchObject({ code: "answer_unreadable" });
  });

  it("a certificate for the name in the URL is taken; one that does not fit is tls_failed", async () => {
    const server = await serve(ok, { tls: true });
    const names = { "hooks.example": [["127.0.0.1"]], "other.example": [["127.0.0.1"]] };
    const policy = policyOf(["127.0.0.1"], names);
    expect(await sendOutgoing(get(`https://hooks.example:${server.port}/`), policy)).toMatchObject({
      status: 200,
    });
    const other = sendOutgoing(get(`https://other.example:${server.port}/`), policy);
    await expect(other).rejects.toMatchObject({ code: "tls_failed" });
    const untrusted = sendOutgoing(get(`https://hooks.example:${server.port}/`), {
      ...policy,
      ca: undefined,
    });
    await expect(untrusted).rejects.toMatchObject({ code: "tls_failed" });
    const plain = await serve(ok);
    const noTls = sendOutgoing(get(`https://127.0.0.1:${plain.port}/`), policy);
    await expect(noTls).rejects.toMatchObject({ code: "tls_failed" });
  });
});
