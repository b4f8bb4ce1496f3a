import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as readAudit } from "@/app/api/v1/audit/route";
import { POST as createKey } from "@/app/api/v1/keys/route";
import { PATCH as changeProfile } from "@/app/api/v1/profile/route";
import { PUT as changeSettings, GET as readSettings } from "@/app/api/v1/settings/route";
import { recordAudit } from "@/db/queries/audit";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { call, makeFirstAdmin, makePerson, openWorld, type World } from "./world";

let world: World;
let admin: string;

beforeAll(async () => {
  world = await openWorld();
  admin = await makeFirstAdmin(world);
});
afterAll(() => world.close());

type Entry = { audit_id: number; action: string; actor_id: string; subject_id: string };
async function read(cookie: string, query = ""): Promise<{ items: Entry[]; next_cursor: string | null }> {
  return (await call(readAudit, { cookie, query })).json();
}
const fact = (tenant: string | null, subject_id: string) => ({
  actor: SYSTEM_CALLER,
  action: "case.settled",
  subject_kind: "case",
  subject_id,
  tenant,
});

describe("the audit", () => {
  it.each(["update audit set action = 'a.b'", "delete from audit", "truncate audit"])(
    "refuses `%s`",
    async (statement) => {
      await expect(world.database.sql.unsafe(statement)).rejects.toThrow(/append-only/);
    },
  );

  it("holds nothing of what was rolled back", async () => {
    const attempt = world.database.db.transaction(async (tx) => {
      await recordAudit(tx, fact(null, "rolled-back"));
      throw new Error("no");
    });
    await expect(attempt).rejects.toThrow("no");
    expect((await read(admin, "?subject_id=rolled-back")).items).toEqual([]);
  });

  it("shows an admin everything and everybody else what they did themselves", async () => {
    const { id, cookie } = await makePerson(world, { roles: ["support"] });
    await call(changeProfile, { method: "PATCH", cookie, body: { name: "Own" } });
    await call(createKey, { cookie: admin, body: { name: "k", scopes: ["read"] } });
    const own = await read(cookie);
    expect(own.items.length).toBe(1);
    expect(own.items[0]).toMatchObject({ actor_id: id, action: "person.changed" });
    const others = await read(cookie, "?actor=system:system");
    expect(others.items.map((item) => item.actor_id)).toEqual([id]);
    const all = (await read(admin)).items.map((item) => item.action);
    expect(all).toContain("key.created");
    expect(all).toContain("person.changed");
  });

  it("shows a confined admin their tenants' part and their own trail, nothing without a tenant", async () => {
    const { cookie, id } = await makePerson(world, { roles: ["admin"], tenants: ["acme"] });
    await recordAudit(world.database.db, fact("acme", "inside"));
    await recordAudit(world.database.db, fact("other", "outside"));
    await recordAudit(world.database.db, fact(null, "nowhere"));
    await call(changeProfile, { method: "PATCH", cookie, body: { name: "Own" } });
    const { items } = await read(cookie);
    const subjects = items.map((item) => item.subject_id);
    expect(subjects.sort()).toEqual([id, "inside"].sort());
  });

  it("pages through everything once, newest first", async () => {
    for (let i = 0; i < 7; i++) await recordAudit(world.database.db, fact(null, `page-${i}`));
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof read>> = await read(
        admin,
        `?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map((item) => item.audit_id));
      cursor = page.next_cursor;
    }
    const rows = await world.database.sql<{ audit_id: string }[]>`select audit_id from audit order by 1 desc`;
    expect(seen).toEqual(rows.map((row) => Number(row.audit_id)));
  });
});

describe("settings", () => {
  it("change for the next request, keep what was left out, and are audited", async () => {
    const body = { time_zone: "America/Chicago" };
    const changed = await call(changeSettings, { method: "PUT", cookie: admin, body });
    expect(changed.status).toBe(200);
    const now = await (await call(readSettings, { cookie: admin })).json();
    expect(now).toEqual({ ...DEFAULT_SETTINGS, time_zone: "America/Chicago" });
    expect((await read(admin, "?action=settings.changed")).items.length).toBe(1);
  });

  it("refuse what they could not mean", async () => {
    const put = async (body: object) =>
      (await call(changeSettings, { method: "PUT", cookie: admin, body })).json();
    expect(await put({ time_zone: "Mars/Olympus" })).toMatchObject({ code: "invalid_time_zone" });
    expect(await put({ unmapped_codes: ["other"] })).toMatchObject({ code: "invalid_unmapped_codes" });
    expect(await put({ unmapped_share_target: 5 })).toMatchObject({ code: "invalid_unmapped_share_target" });
  });
});
