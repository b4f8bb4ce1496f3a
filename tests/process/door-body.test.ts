import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request as httpRequest, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDomainError } from "@/domain/errors";
import { jsonAnswer } from "@/lib/http/door-answer";
import { headerOf } from "@/lib/http/door-request";
import { answerByHandler } from "@/lib/http/node-adapter";
import { readBytes } from "@/lib/http/read-body";

const MOST = 1_000_000;
let server: Server;
let port: number;
/** Resolves with what became of the next body that was not read whole. */
let refused: Promise<string>;
let refuse: (code: string) => void;

async function read(request: Request): Promise<Response> {
  try {
    const bytes = await readBytes(request, MOST);
    const twice = headerOf(request, "x-twice");
    return jsonAnswer(
      request,
      { length: bytes.byteLength, twice, same: twice === request.headers.get("x-twice") },
      207,
    );
  } catch (thrown) {
    const code = isDomainError(thrown) ? thrown.code : String(thrown);
    refuse(code);
    return jsonAnswer(request, { code }, 413);
  }
}

beforeAll(async () => {
  server = createServer((req, res) => void answerByHandler(req, res, read, { path: "/", params: {} }));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function post(chunks: Buffer[], headers: Record<string, string | string[]> = {}) {
  return new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", headers }, async (response) => {
      const text = (await response.toArray()).join("");
      resolve({ status: response.statusCode, body: JSON.parse(text) });
    });
    sent.on("error", reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

describe("a body at a door", () => {
  it("is read whole, declared or in chunks, and answered as JSON", async () => {
    const chunks = [randomBytes(300_000), randomBytes(300_000)];
    const whole = { length: 600_000, twice: null, same: true };
    expect(await post(chunks)).toEqual({ status: 207, body: whole });
    expect(await post(chunks, { "content-length": "600000" })).toEqual({ status: 207, body: whole });
    expect(await post([])).toEqual({ status: 207, body: { ...whole, length: 0 } });
  });

  it("comes with headers as a Request has them, in any case and joined where one came twice", async () => {
    const { body } = await post([Buffer.from("1")], { "X-Twice": ["a", "b"] });
    expect(body).toEqual({ length: 1, twice: "a, b", same: true });
  });

  it("is refused where it turns out longer than it may be", async () => {
    refuse = () => {};
    const long = [randomBytes(600_000), randomBytes(600_000)];
    expect(await post(long)).toEqual({ status: 413, body: { code: "body_too_large" } });
  });

  it("that ends before it is complete is no failure of ours", async () => {
    refused = new Promise((resolve) => {
      refuse = resolve;
    });
    const socket = connect(port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nhalf", () => socket.destroy());
    expect(await refused).toBe("body_cut_short");
  });
});
