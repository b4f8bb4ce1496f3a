import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE as revokeKey } from "@/app/api/v1/keys/[id]/route";
import { POST as createKey, GET as listKeys } from "@/app/api/v1/keys/route";
import { GET as session } from "@/app/api/v1/session/route";
import { GET as sources } from "@/app/api/v1/sources/route";
import { instantFromDate } from "@/domain/instant";
import { authenticateKey } from "@/lib/services/keys/authenticate-key";
import { call, makeFirstAdmin, makeKey, openWorld, type World } from "./world";

let world: World;
let admin: string;

beforeAll(async () => {
  world = await openWorld();
  admin = await makeFirstAdmin(world);
});
afterAll(() => world.close());

async function create(parts: object = {}) {
  const body = { name: "checkout", scopes: ["ingest"], ...parts };
  const response = await call(createKey, { cookie: admin, body });
  return { response, body: await response.json() };
}
const revoke = (id: string) => call(revokeKey, { method: "DELETE", cookie: admin, params: { id } });

describe("a new key", () => {
  it("is shown once: neither the list nor the table holds it", async () => {
    const { body } = await create({ source: "agents" });
    expect(body.key).toMatch(/^erk_[0-9a-f]{48}$/);
    expect(body).toMatchObject({ source: "agents", scopes: ["ingest"], tenant: null });
    const list = await (await call(listKeys, { cookie: admin })).text();
    expect(list).toContain(body.key_id);
    expect(list).not.toContain(body.key);
    expect(JSON.stringify(await world.database.sql`select * from keys`)).not.toContain(body.key);
  });

  it("works at once and reports for its source", async () => {
    const { body } = await create({ source: "agents" });
    const me = await (await call(session, { key: body.key })).json();
    expect(me).toMatchObject({ kind: "key", source_id: body.source_id, capabilities: ["events.report"] });
  });

  it("shares a source with another of the same name, also when both are made at once", async () => {
    const made = await Promise.all([create({ source: "twin" }), create({ source: "twin" })]);
    expect(made[0]?.body.source_id).toBe(made[1]?.body.source_id);
    const { items } = await (await call(sources, { cookie: admin })).json();
    expect(items.filter((item: { name: string }) => item.name === "twin").length).toBe(1);
  });

  it.each([
    [{ scopes: [] }, "invalid_scopes"],
    [{ scopes: ["root"] }, "invalid_scopes"],
    [{ name: " " }, "invalid_name"],
    [{ tenant: "" }, "invalid_tenant"],
    [{ expires_at: "tomorrow" }, "invalid_expires_at"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "invalid_expires_at"],
  ])("with %j is refused as %s", async (parts, code) => {
    const { response, body } = await create(parts);
    expect(response.status).toBe(422);
    expect(body).toMatchObject({ code, class: "validation" });
  });

  it("with an unknown scope is told the permitted ones", async () => {
    const { body } = await create({ scopes: ["root"] });
    expect(body).toMatchObject({ field: "scopes.0", received: "root" });
    expect(body.permitted).toContain("ingest");
  });
});

describe("a revoked key", () => {
  it("is refused from then on, and revoking again changes nothing", async () => {
    const { body } = await create();
    expect((await call(session, { key: body.key })).status).toBe(200);
    const first = await (await revoke(body.key_id)).json();
    expect((await call(session, { key: body.key })).status).toBe(401);
    const second = await (await revoke(body.key_id)).json();
    expect(second.revoked_at).toBe(first.revoked_at);
    const trail = await world.database
      .sql`select 1 from audit where action = 'key.revoked' and subject_id = ${body.key_id}`;
    expect(trail.length).toBe(1);
  });

  it("that never was is not found", async () => {
    expect((await revoke("00000000-0000-4000-8000-000000000000")).status).toBe(404);
  });
});

describe("a key", () => {
  it("past its time is refused, also when it was looked up a moment before", async () => {
    const { body } = await create({ expires_at: instantFromDate(new Date(Date.now() + 5_000)).iso });
    const until = Date.parse(body.expires_at);
    expect(await authenticateKey(world.rt, body.key)).not.toBeNull();
    await expect.poll(() => authenticateKey(world.rt, body.key).then((caller) => caller === null)).toBe(true);
    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });

  it.each(["", "Basic abc", "Bearer", "Bearer  ", "erk_123"])(
    "in the form %j is none",
    async (authorization) => {
      const response = await call(session, { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
    },
  );

  it("notes when it was used", async () => {
    const { body } = await create();
    await call(session, { key: body.key });
    await expect
      .poll(async () => {
        const { items } = await (await call(listKeys, { cookie: admin })).json();
        return items.find((item: { key_id: string }) => item.key_id === body.key_id).last_used_at;
      })
      .toMatch(/Z$/);
  });

  it("with pins reads within them, and makes no key that reaches further", async () => {
    const pinned = await makeKey(world, ["admin"], { tenant: "acme" });
    const me = await (await call(session, { key: pinned })).json();
    expect(me.confinement).toEqual({ tenants: ["acme"], environments: null, services: null });
    const mint = (parts: object) =>
      call(createKey, { key: pinned, body: { name: "k", scopes: ["read"], ...parts } });
    expect((await mint({})).status).toBe(403);
    expect((await mint({ tenant: "other" })).status).toBe(403);
    expect((await mint({ tenant: "acme" })).status).toBe(200);
    const { items } = await (await call(listKeys, { key: pinned })).json();
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item.tenant).toBe("acme");
  });

  it("with pins neither sees nor revokes a key outside them", async () => {
    const pinned = await makeKey(world, ["admin"], { tenant: "acme" });
    const { body } = await create();
    const response = await call(revokeKey, { method: "DELETE", key: pinned, params: { id: body.key_id } });
    expect(response.status).toBe(404);
    expect((await call(session, { key: body.key })).status).toBe(200);
  });
});
