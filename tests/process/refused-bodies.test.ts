import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { validationError } from "@/domain/errors";
import { createHttpServer } from "@/lib/http/http-server";
import { problemResponse } from "@/lib/http/problem";
import { readBytes } from "@/lib/http/read-body";
import { createLogger } from "@/lib/platform/logger";

const MOST = 1024 * 1024;
const log = createLogger("silent");
let server: Server;

const answering = (read: (request: Request) => Promise<unknown>) => async (request: Request) => {
  try {
    await read(request);
    return Response.json({ taken: true });
  } catch (thrown) {
    return problemResponse(thrown, log);
  }
};
const refuseAtOnce = () => {
  throw validationError("refused", "Not this one.");
};

beforeAll(async () => {
  server = createHttpServer({
    basePath: "",
    mounts: [
      { method: "POST", path: "/most", handler: answering((request) => readBytes(request, MOST)) },
      {
        method: "POST",
        path: "/held",
        handler: answering((request) =>
          readBytes(request, 64 * MOST, { arrives: refuseAtOnce, turn: () => null, large: MOST }),
        ),
      },
      {
        method: "POST",
        path: "/begun",
        handler: answering(async (request) => {
          await request.body?.getReader().read();
          refuseAtOnce();
        }),
      },
      { method: "POST", path: "/unread", handler: answering(async () => refuseAtOnce()) },
    ],
    log,
    phase: () => "ready",
    isDatabaseUp: async () => true,
    fallback: () => null,
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The status lines of all that is answered over one connection, until as many are there. */
async function statusesOf(requests: readonly Buffer[]): Promise<number[]> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  for (const request of requests) socket.write(request);
  let answered = "";
  for await (const part of socket) {
    answered += String(part);
    const lines = [...answered.matchAll(/HTTP\/1\.1 (\d{3}) /g)];
    if (lines.length === requests.length) return lines.map((line) => Number(line[1]));
  }
  throw new Error(`the connection ended after: ${answered}`);
}

const head = (path: string, fields: string) =>
  Buffer.from(`POST ${path} HTTP/1.1\r\nhost: x\r\n${fields}\r\n\r\n`);
const body = Buffer.alloc(8 * MOST, "x");
const chunk = Buffer.concat([
  Buffer.from(`${body.length.toString(16)}\r\n`),
  body,
  Buffer.from("\r\n0\r\n\r\n"),
]);
const small = Buffer.concat([head("/most", "content-length: 2"), Buffer.from("{}")]);

it.each(["/most", "/held", "/begun", "/unread"])(
  "what follows a body refused at %s over the same connection is answered",
  async (path) => {
    const declared = Buffer.concat([head(path, `content-length: ${body.length}`), body]);
    const chunked = Buffer.concat([head(path, "transfer-encoding: chunked"), chunk]);
    const refused = path === "/most" ? 413 : 422;
    expect(await statusesOf([declared, small, chunked, small])).toEqual([refused, 200, refused, 200]);
  },
);
