import zlib from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { sendOutgoing } from "@/lib/platform/outgoing";
import { type Answerer, get, LOOPBACK, localServers, policyOf } from "./local-server";

const { serve, closeAll } = localServers();
afterEach(closeAll);

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
