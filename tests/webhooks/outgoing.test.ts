import net, { type AddressInfo } from "node:net";
import zlib from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type OutgoingRequest, sendOutgoing } from "@/lib/platform/outgoing";
import { type Answerer, type LocalServer, policyOf, startLocalServer } from "./local-server";

const open: { close: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(answer: Answerer, options?: { tls: boolean }): Promise<LocalServer> {
  const server = await startLocalServer(answer, options);
  open.push(server);
  return server;
}

function get(url: string, extra: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return { method: "GET", url, timeout_ms: 5_000, max_bytes: 1_000, max_redirects: 3, ...extra };
}

const LOOPBACK = policyOf(["127.0.0.1"]);
const ok: Answerer = (_seen, response) => response.end("fine");

describe("an answer", () => {
  it("comes back with status, headers, body and where it came from", async () => {
    const server = await serve((_seen, response) =>
      response.writeHead(503, { "Retry-After": "7" }).end("later"),
    );
    const answer = await sendOutgoing(
      get(`${server.url}/a?b=c#d`, { method: "POST", body: "žluť", headers: { "X-Probe": "1" } }),
      LOOPBACK,
    );
    expect(answer).toMatchObject({
      status: 503,
      body: "later",
      truncated: false,
      url: `${server.url}/a?b=c`,
    });
    expect(answer.headers["retry-after"]).toBe("7");
    expect(server.seen).toMatchObject([{ method: "POST", path: "/a?b=c", body: "žluť" }]);
    expect(server.seen[0]?.headers).toMatchObject({ "x-probe": "1", "accept-encoding": "identity" });
  });

  it("is cut at the limit, and an endless one does not hang", async () => {
    const server = await serve((_seen, response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", more);
      more();
    });
    const answer = await sendOutgoing(get(server.url), LOOPBACK);
    expect(answer).toMatchObject({ status: 200, truncated: true, body: "x".repeat(1_000) });
  });

  it("is measured after decompression", async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(50_000_000));
    const server = await serve((seen, response) => {
      const body = seen.path === "/br" ? zlib.brotliCompressSync("small") : bomb;
      response.writeHead(200, { "content-encoding": seen.path === "/br" ? "br" : "gzip" }).end(body);
    });
    expect(await sendOutgoing(get(`${server.url}/bomb`), LOOPBACK)).toMatchObject({ truncated: true });
    expect(await sendOutgoing(get(`${server.url}/br`), LOOPBACK)).toMatchObject({
      body: "small",
      truncated: false,
    });
  });
});

describe("where it may go", () => {
  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://0/",
    "https://169.254.169.254/latest/meta-data/",
    "https://10.0.0.1/",
    "https://100.64.0.1/",
    "https://[fd00::1]/",
    "https://127。0。0。1/",
  ])("refuses %s", async (url) => {
    await expect(sendOutgoing(get(url), policyOf([]))).rejects.toMatchObject({ code: "address_refused" });
  });

  it.each([
    "ftp://a.example/",
    "file:///etc/passwd",
    "https://user@a.example/",
    "https://:secret@a.example/",
    "a.example",
    "",
    "https://[fe80::1%25eth0]/",
  ])("does not take %j for a URL to call", async (url) => {
    await expect(sendOutgoing(get(url), policyOf([]))).rejects.toMatchObject({ code: "url_refused" });
  });

  it("speaks plain http only to what was opened", async () => {
    const policy = policyOf([], { "public.example": [["1.1.1.1"]] });
    await expect(sendOutgoing(get("http://public.example/"), policy)).rejects.toMatchObject({
      code: "url_refused",
    });
  });

  it("refuses a name if one of its addresses is forbidden", async () => {
    const policy = policyOf([], { "mixed.example": [["1.1.1.1", "192.168.0.1"]] });
    const sent = sendOutgoing(get("https://mixed.example/"), policy);
    await expect(sent).rejects.toMatchObject({ code: "address_refused" });
    await expect(sent).rejects.not.toThrow("192.168");
  });

  it("connects to the address it checked, though the name leads elsewhere the second time", async () => {
    const server = await serve(ok);
    const policy = policyOf(["127.0.0.1"], { "rebind.example": [["127.0.0.1"], ["127.0.0.2"]] });
    const url = `http://rebind.example:${server.port}/`;
    expect(await sendOutgoing(get(url), policy)).toMatchObject({ status: 200, body: "fine" });
    expect(policy.asked).toEqual(["rebind.example"]);
    expect(server.seen[0]?.headers.host).toBe(`rebind.example:${server.port}`);
    await expect(sendOutgoing(get(url), policy)).rejects.toMatchObject({ code: "address_refused" });
    expect(server.seen).toHaveLength(1);
  });

  it("opens a host by its name", async () => {
    const server = await serve(ok);
    const policy = policyOf(["hooks.internal"], { "hooks.internal": [["127.0.0.1"]] });
    expect(await sendOutgoing(get(`http://HOOKS.internal.:${server.port}/`), policy)).toMatchObject({
      status: 200,
    });
  });
});

describe("a redirect", () => {
  const to = (location: string, status = 302): Answerer => {
    return (seen, response) =>
      seen.path === "/end" ? response.end("there") : response.writeHead(status, { location }).end();
  };

  it("is followed within an origin with everything, its address checked anew", async () => {
    const server = await serve(to("/end"));
    const answer = await sendOutgoing(get(server.url, { headers: { authorization: "Bearer x" } }), LOOPBACK);
    expect(answer).toMatchObject({ status: 200, body: "there", url: `${server.url}/end` });
    expect(server.seen[1]?.headers.authorization).toBe("Bearer x");
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "//[::1]/",
    "http://2852039166/",
  ])("to %s is refused", async (location) => {
    const server = await serve(to(location));
    const policy = policyOf(["127.0.0.1"], { localhost: [["127.0.0.53"]] });
    await expect(sendOutgoing(get(server.url), policy)).rejects.toMatchObject({ code: "address_refused" });
  });

  it("to the same name that by now leads to another address is refused", async () => {
    const server = await serve((_seen, response) => response.writeHead(307, { location: "/next" }).end());
    const policy = policyOf(["127.0.0.1"], { "rebind.example": [["127.0.0.1"], ["169.254.169.254"]] });
    const sent = sendOutgoing(
      get(`http://rebind.example:${server.port}/`, { method: "POST", body: "x" }),
      policy,
    );
    await expect(sent).rejects.toMatchObject({ code: "address_refused" });
    expect(server.seen).toHaveLength(1);
  });

  it("to a scheme that is not spoken, or with credentials in it, is refused", async () => {
    for (const location of ["file:///etc/passwd", "http://u:p@127.0.0.1/"]) {
      const server = await serve(to(location));
      await expect(sendOutgoing(get(server.url), LOOPBACK)).rejects.toMatchObject({ code: "url_refused" });
    }
  });

  it("to another origin carries no credentials", async () => {
    const target = await serve(ok);
    const server = await serve(to(`${target.url}/end`, 307));
    const headers = { authorization: "Bearer x", Cookie: "a=b", "X-Api-Key": "k", "webhook-id": "m" };
    await sendOutgoing(get(server.url, { method: "POST", body: "kept", headers }), LOOPBACK);
    expect(target.seen).toMatchObject([{ method: "POST", body: "kept", headers: { "webhook-id": "m" } }]);
    for (const name of ["authorization", "cookie", "x-api-key"]) {
      expect(target.seen[0]?.headers).not.toHaveProperty(name);
    }
  });

  it("of a POST by 301, 302 or 303 is an answer, for following would turn it into a GET", async () => {
    for (const status of [301, 302, 303]) {
      const server = await serve(to("/end", status));
      expect(await sendOutgoing(get(server.url, { method: "POST", body: "x" }), LOOPBACK)).toMatchObject({
        status,
      });
      expect(server.seen).toHaveLength(1);
    }
  });

  it("without end is given up; with none permitted, it is an answer", async () => {
    const server = await serve((_seen, response) => response.writeHead(308, { location: "/again" }).end());
    await expect(sendOutgoing(get(server.url), LOOPBACK)).rejects.toMatchObject({
      code: "too_many_redirects",
    });
    expect(server.seen).toHaveLength(4);
    expect(await sendOutgoing(get(server.url, { max_redirects: 0 }), LOOPBACK)).toMatchObject({
      status: 308,
    });
  });
});

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
    open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it("nobody listens, or the name is unknown: unreachable", async () => {
    const server = await serve(ok);
    await server.close();
    open.pop();
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
