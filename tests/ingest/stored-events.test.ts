import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { type RecordEventsAnswer, recordEvents } from "@/lib/services/events/record-events";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let ctx: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  ctx = await keyContext(rt);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

function send(...items: unknown[]): Promise<RecordEventsAnswer> {
  return recordEvents(ctx, { items: items.map((item) => ({ item, unreadable: null, sanitized: false })) });
}

let serial = 0;
function event(parts: Record<string, unknown> = {}): Record<string, unknown> {
  serial += 1;
  return {
    reference: `err_${serial.toString().padStart(6, "0")}`,
    tool: "issue_refund",
    code: "invalid_status",
    class: "validation",
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
    event_id: crypto.randomUUID(),
    ...parts,
  };
}

async function stored(reference: unknown): Promise<Record<string, unknown>[]> {
  return database.sql`select *, body::json as parsed from events where reference = ${String(reference)}`;
}

describe("what is stored", () => {
  it("folds codes and classes and keeps what was sent", async () => {
    const shouted = event({ code: "INVALID-STATUS", class: "governance" });
    const numeric = event({ code: undefined, error: 404, class: "wat" });
    const missing = event({ code: "_OTHER", class: undefined });
    await send(shouted, numeric, missing);
    expect(await stored(shouted.reference)).toMatchObject([
      {
        code: "invalid_status",
        class: "authorization",
        unmapped: false,
        parsed: { code_sent: "INVALID-STATUS", class_sent: "governance" },
      },
    ]);
    expect(await stored(numeric.reference)).toMatchObject([
      {
        code: "internal_error",
        class: "unclassified",
        unmapped: true,
        marks: ["malformed_code"],
        parsed: { code_sent: "404" },
      },
    ]);
    expect(await stored(missing.reference)).toMatchObject([
      { code: "internal_error", unmapped: true, marks: [] },
    ]);
  });

  it("keeps effect null apart from unknown, and sends doubt to unknown", async () => {
    const [none, shouted, maybe] = [event(), event({ effect: "UNKNOWN" }), event({ effect: "maybe" })];
    await send(none, shouted, maybe);
    expect(await stored(none.reference)).toMatchObject([{ effect: null }]);
    expect(await stored(shouted.reference)).toMatchObject([{ effect: "unknown" }]);
    expect(await stored(maybe.reference)).toMatchObject([
      { effect: "unknown", parsed: { effect_sent: "maybe" } },
    ]);
  });

  it("cuts the message at 8 KiB and marks it", async () => {
    const item = event({ message: "ü".repeat(10_000) });
    await send(item);
    const [row] = await stored(item.reference);
    expect(row?.marks).toEqual(["message_cut"]);
    expect(Buffer.byteLength(String(Reflect.get(Object(row?.parsed), "message")))).toBeLessThanOrEqual(8192);
  });

  it("hides credentials and leaves references, ids and long numbers", async () => {
    const item = event({
      message: "login failed: password:dkvnwkaxicnwekfik at https://u:p@api.example/v1?api_key=abc123&page=2",
      attributes: { order: "123456789012345", nested: { client_secret: "s3cr3t" } },
    });
    await send(item);
    const [row] = await stored(item.reference);
    const body = String(row?.body);
    for (const secret of ["dkvnwkaxicnwekfik", "u:p@", "abc123", "s3cr3t"])
      expect(body).not.toContain(secret);
    for (const kept of ["123456789012345", "page=2"]) expect(body).toContain(kept);
    expect(row?.marks).toContain("scrubbed");
  });

  it("marks skewed clocks and cuts finer than a microsecond, so that an event stays on its day", async () => {
    const ahead = event({ occurred_at: new Date(Date.now() + 57 * 60_000).toISOString() });
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const last = event({ occurred_at: `${day}T23:59:59.9999999Z` });
    await send(ahead, last);
    expect(await stored(ahead.reference)).toMatchObject([{ marks: ["skewed"] }]);
    const rows = await database.sql`
      select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at
      from events where reference = ${String(last.reference)}`;
    expect(rows).toMatchObject([{ at: `${day} 23:59:59.999999` }]);
  });
});

describe("keys", () => {
  it("fill in what they pin and refuse a different value", async () => {
    const pinned = await keyContext(rt, { source: "pinned", pins: { tenant: "acme" } });
    const filled = event();
    const items = [filled, event({ tenant: "globex" })].map((item) => ({
      item,
      unreadable: null,
      sanitized: false,
    }));
    const answer = await recordEvents(pinned, { items });
    expect(answer.results.map(({ status, error }) => [status, error?.code])).toEqual([
      ["accepted", undefined],
      ["rejected", "pinned_by_key"],
    ]);
    expect(await stored(filled.reference)).toMatchObject([{ tenant: "acme" }]);
  });
});
