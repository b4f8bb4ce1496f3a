import { once } from "node:events";
import { type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHttpServer } from "@/lib/http/http-server";
import { withApiHeaders } from "@/lib/http/security-headers";
import { createLogger } from "@/lib/platform/logger";

let server: Server;

/** A method that a route does not have gets 405 of Next: its headers at once, then no body. */
async function answerAsNext(req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (req.method === "PATCH") return answerAsRoute(res);
  if (req.method !== "DELETE") return void res.end(`next got ${req.url}`);
  res.statusCode = 405;
  res.flushHeaders();
  res.end();
}

/** What a route of ours answers through Next, which writes its status before its headers. */
async function answerAsRoute(res: ServerResponse): Promise<void> {
  const { status, headers } = withApiHeaders(new Response(null, { status: 405, headers: { allow: "POST" } }));
  res.statusCode = status;
  for (const [name, value] of headers) res.setHeader(name, value);
  res.end();
}

beforeAll(async () => {
  server = createHttpServer({
    basePath: "/errata",
    mounts: [],
    log: createLogger("silent"),
    phase: () => "ready",
    isDatabaseUp: async () => true,
    fallback: () => answerAsNext,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());

/** Sent as it is: fetch would mend the path first. */
async function ask(method: string, path: string): Promise<{ status: number; body: string }> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ host: "127.0.0.1", port, method, path, agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode ?? 0, body };
}

it.each(["/errata/api/v1/references/%ff", "/errata/r/%E0%A4%A"])(
  "answers the broken escape of %s with 400",
  async (path) => {
    const { status, body } = await ask("GET", path);
    expect([status, JSON.parse(body)]).toMatchObject([
      400,
      { code: "path_not_decodable", class: "validation" },
    ]);
  },
);

it("answers a method it does not know with 400", async () => {
  expect(await ask("TRACE", "/errata/")).toMatchObject({
    status: 400,
    body: expect.stringContaining("method_not_supported"),
  });
});

it("hands Next the address with the base path it was built for, and nothing from outside it", async () => {
  expect((await ask("GET", "/errata/queue?view=open")).body).toBe("next got /errata/queue?view=open");
  for (const root of ["/errata", "/errata/"]) expect((await ask("GET", root)).body).toBe("next got /errata");
  expect((await ask("GET", "/elsewhere")).status).toBe(404);
});

it("answers what Next refuses below /api by a problem of the contract, whatever Next sent of it already", async () => {
  const { status, body } = await ask("DELETE", "/errata/api/v1/events");
  expect([status, JSON.parse(body)]).toMatchObject([
    400,
    { code: "method_not_supported", class: "validation", reference: expect.stringMatching(/^err_/) },
  ]);
});

it("lets through what a route itself answers, whatever its status", async () => {
  expect(await ask("PATCH", "/errata/api/v1/mcp")).toEqual({ status: 405, body: "" });
});
