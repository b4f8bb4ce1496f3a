import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { readFrames } from "@/lib/services/frames/read-frames";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let engineer: ServiceContext;

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const EVENT_ID = crypto.randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  engineer = personContext(rt, ["engineer"]);
  await report(key, [
    failure({ reference: "err_mine", event_id: EVENT_ID, tenant: "acme", tool: "pay", occurred_at: ago(30) }),
    failure({ reference: "err_untenanted", tool: "pay", occurred_at: ago(30) }),
  ]);
  const record = (raw: string, parts: Record<string, unknown>) => ({
    item: { reference: "err_mine", captured_at: ago(30), raw, ...parts },
    unreadable: null,
    sanitized: false,
  });
  const answer = await attachFrames(key, {
    items: [
      record("by its id", { event_id: EVENT_ID }),
      record("same tenant, tool and day", {
        tenant: "acme",
        tool: "pay",
        captured_at: ago(10),
        arguments: { order: 9 },
      }),
      record("same tenant, no tool", { tenant: "acme" }),
      record("another tool", { tenant: "acme", tool: "mail" }),
      record("two days off", { tenant: "acme", captured_at: ago(79) }),
      record("of another event", { tenant: "acme", event_id: crypto.randomUUID() }),
      record("no tenant", {}),
      record("another tenant", { tenant: "globex" }),
      record("untenanted", { reference: "err_untenanted" }),
    ],
  });
  if (answer.accepted !== 9) throw new Error(JSON.stringify(answer));
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const read = (ctx: ServiceContext, reference = "err_mine", event_id?: string) =>
  readFrames(ctx, { reference, event_id });
const texts = (records: { raw: string | null }[]) => records.map(({ raw }) => raw).sort();

describe("the kind of failure", () => {
  const trace = (file = "app/pay.py") =>
    `Traceback (most recent call last):\n  File "${file}", line 7, in charge\n    raise Timeout()\nTimeout: x`;
  const kindsOf = async (ctx: ServiceContext, reference = "err_kind_1") => (await read(ctx, reference)).kinds;

  beforeAll(async () => {
    const parts = (number: number, tenant: string, release: string) => ({
      ...{ reference: `err_kind_${number}`, tenant, release, tool: "pay", occurred_at: ago(number) },
    });
    await report(key, [
      failure(parts(1, "acme", "2.0")),
      failure(parts(2, "acme", "1.0")),
      failure(parts(3, "globex", "1.0")),
    ]);
    const record = (number: number, sent: object) => ({
      item: { reference: `err_kind_${number}`, captured_at: ago(number), tool: "pay", raw: trace(), ...sent },
      ...{ unreadable: null, sanitized: false },
    });
    const { accepted } = await attachFrames(key, {
      items: [
        record(1, { tenant: "acme" }),
        record(1, { tenant: "acme", captured_at: ago(0.5) }),
        record(2, { tenant: "acme" }),
        record(3, { tenant: "globex" }),
        record(4, { tenant: "acme", raw: trace("app/other.py") }),
      ],
    });
    expect(accepted).toBe(5);
  });

  it("says where else it was seen, and of how many tools and releases", async () => {
    const [kind] = await kindsOf(engineer);
    expect(kind).toMatchObject({ failures: 3, tools: 1, releases: 2, more: false });
    expect(kind?.latest.map(({ reference }) => reference)).toEqual([
      "err_kind_1",
      "err_kind_2",
      "err_kind_3",
    ]);
    expect(kind && kind.first_seen_at < kind.last_seen_at).toBe(true);
    const { items } = await read(engineer, "err_kind_1");
    expect(items[0]).toMatchObject({ fingerprint: kind?.fingerprint, top_frame: "charge (app/pay.py)" });
  });

  it("is counted within what the caller may see", async () => {
    const [kind] = await kindsOf(personContext(rt, ["engineer"], { tenants: ["acme"] }));
    expect(kind).toMatchObject({ failures: 2, releases: 2 });
    expect(kind?.latest.map(({ reference }) => reference)).toEqual(["err_kind_1", "err_kind_2"]);
  });

  it("is not told to whoever may see arguments only", async () => {
    const seen = await read(personContext(rt, ["reconciler"]), "err_kind_1");
    expect(seen.kinds).toEqual([]);
    expect(seen.items[0]).toMatchObject({ fingerprint: null, top_frame: null });
  });
});

describe("frames of a reference", () => {
  it("belong by event id, else by tenant, tool where given and 24 hours; the rest may belong", async () => {
    const { items, may_belong } = await read(engineer, "err_mine", EVENT_ID);
    expect(texts(items)).toEqual(["by its id", "same tenant, no tool", "same tenant, tool and day"]);
    expect(items.every(({ event_id }) => event_id === EVENT_ID)).toBe(true);
    expect(texts(may_belong)).toEqual(["another tool", "no tenant", "of another event", "two days off"]);
  });

  it("without an event chosen are those of every failure with the reference", async () => {
    const { items } = await read(engineer);
    expect(texts(items)).toContain("another tenant");
  });

  it("of another tenant, or of none, are not there for people confined to a tenant", async () => {
    const acme = personContext(rt, ["engineer"], { tenants: ["acme"] });
    const { items, may_belong } = await read(acme);
    expect(texts(items)).toEqual(["by its id", "same tenant, no tool", "same tenant, tool and day"]);
    expect(texts(may_belong)).toEqual(["another tool", "of another event", "two days off"]);
    await expect(read(acme, "err_untenanted")).rejects.toMatchObject({ code: "frames_not_found" });
    const initech = personContext(rt, ["engineer"], { tenants: ["initech"] });
    await expect(read(initech)).rejects.toMatchObject({ code: "frames_not_found" });
  });

  it("come in full to engineers, and as arguments only to reconcilers, without a byte of the trace", async () => {
    const full = await read(engineer, "err_mine", EVENT_ID);
    expect(full.view).toBe("full");
    const reconciler = await read(personContext(rt, ["reconciler"]), "err_mine", EVENT_ID);
    expect(reconciler.view).toBe("arguments");
    expect(reconciler.items.map((record) => record.arguments)).toContainEqual({ order: 9 });
    expect(JSON.stringify(reconciler)).not.toMatch(/by its id|same tenant, no tool|another tool/);
  });

  it("are read under audit, each time", async () => {
    const before = await database.sql`select 1 from audit where action = 'frames.read'`;
    await read(engineer, "err_mine", EVENT_ID);
    await read(engineer, "err_mine", EVENT_ID);
    const after = await database.sql`select * from audit where action = 'frames.read' order by audit_id desc`;
    expect(after).toHaveLength(before.length + 2);
    expect(after[0]).toMatchObject({
      actor_id: "person-1",
      subject_id: "err_mine",
      tenant: "acme",
      details: { records: 7 },
    });
  });

  it("that cannot be opened do not hide their neighbours", async () => {
    await database.sql`update frames set payload = '\\x1f8b00'::bytea where reference = 'err_untenanted'`;
    const { items } = await read(engineer, "err_untenanted");
    expect(items).toMatchObject([{ marks: ["unreadable"], exceptions: [], raw: null }]);
  });
});
