import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as open, GET as readCases } from "@/app/api/v1/cases/route";
import { POST as newKey } from "@/app/api/v1/keys/route";
import { POST as invite } from "@/app/api/v1/people/route";
import { POST as keepView } from "@/app/api/v1/saved-views/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { POST as acknowledge } from "@/app/api/v1/verdicts/[verdict_id]/acknowledgements/route";
import { POST as newWebhook } from "@/app/api/v1/webhooks/route";
import { ROLES } from "@/domain/permissions";
import type { RouteHandler } from "@/lib/http/define-route";
import { readJsonBody } from "@/lib/http/read-body";
import { call, makePerson, openWorld, type World } from "./world";

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await openWorld();
  cookie = (await makePerson(world, { roles: [...ROLES] })).cookie;
});
afterAll(() => world.close());

describe("a compressed body", () => {
  const sent = (body: Uint8Array | string, encoding: string) =>
    new Request("http://errata.test/", {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": encoding },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });

  test("is read like a plain one at every JSON door", async () => {
    expect(await readJsonBody(sent(gzipSync('{"reason":"twice"}'), "gzip"))).toEqual({ reason: "twice" });
    expect(await readJsonBody(sent('{"a":1}', "identity"))).toEqual({ a: 1 });
  });

  test("that is none is refused, and so is one that grows beyond the limit", async () => {
    await expect(readJsonBody(sent("{}", "gzip"))).rejects.toMatchObject({ code: "body_not_decodable" });
    const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024, 32));
    await expect(readJsonBody(sent(bomb, "gzip"))).rejects.toMatchObject({ code: "body_too_large" });
  });

  test("under another name is 415, not taken for JSON", async () => {
    for (const encoding of ["zstd", "gzip, gzip"]) {
      const headers = { "content-encoding": encoding };
      const response = await call(open, { cookie, headers, body: { reason: "twice", tool: "refund" } });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: "content_encoding_not_supported" });
    }
  });
});

describe("a name that reads otherwise than it is stored", () => {
  const params = { tool: "refund", verdict_id: "00000000-0000-4000-8000-000000000000" };
  const webhook = { url: "https://93.184.216.34/", types: ["case.settled"] };
  const template = (label: string) => ({ link_templates: [{ label, url: "https://pay.example/" }] });
  const doors: [string, RouteHandler, string, (name: string) => object][] = [
    ["a webhook's", newWebhook, "POST", (name) => ({ name, ...webhook })],
    ["a view's", keepView, "POST", (name) => ({ name, query: "" })],
    ["a key's", newKey, "POST", (name) => ({ name, scopes: ["read"] })],
    ["a person's", invite, "POST", (name) => ({ name, email: "a@errata.test", roles: ["support"] })],
    ["a link's", putTool, "PUT", template],
    ["an owner's", putTool, "PUT", (owner) => ({ owner })],
    ["a run's", acknowledge, "POST", (by) => ({ by })],
  ];

  test.each(doors)("is refused as %s", async (_, handler, method, body) => {
    const as = handler === acknowledge ? { key: world.bootstrapKey } : { cookie };
    for (const name of ["\u202Egpj.exe", "a\u2066b", "a\u2028b", "a\nb"]) {
      const response = await call(handler, { ...as, method, params, body: body(name) });
      expect([name, response.status]).toEqual([name, 422]);
    }
  });
});

test("a tool is never blank, by whatever door", async () => {
  for (const tool of [" ", "\t", "\u00a0"]) {
    expect((await call(open, { cookie, body: { reason: "twice", tool } })).status).toBe(422);
    const body = { writes: true };
    expect((await call(putTool, { cookie, method: "PUT", params: { tool }, body })).status).toBe(422);
  }
  expect((await call(readCases, { cookie })).status).toBe(200);
});
