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

describe("identity", () => {
  it("takes the body a tool already returns, plus its tool", async () => {
    const answer = await send({
      error: "invalid_status",
      class: "invalid_request",
      message: "Status must be open or closed.",
      retryable: false,
      reference: "err_7c1f9a",
      tool: "update_ticket",
    });
    expect(answer).toMatchObject({ accepted: 1, duplicate: 0, conflict: 0, rejected: 0 });
    expect(await stored("err_7c1f9a")).toMatchObject([
      { code: "invalid_status", class: "validation", retryable: false },
    ]);
  });

  it("counts the same event once, however often and on however many connections it comes", async () => {
    const item = event();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(item)));
    expect(answers.reduce((sum, answer) => sum + answer.accepted, 0)).toBe(1);
    expect(answers.reduce((sum, answer) => sum + answer.duplicate, 0)).toBe(7);
    expect(await stored(item.reference)).toHaveLength(1);
  });

  it("keeps the first of two with one identity and other content, and names what differs", async () => {
    const item = event({ message: "first" });
    await send(item);
    const answer = await send({ ...item, message: "second" });
    expect(answer).toMatchObject({
      conflict: 1,
      results: [{ status: "conflict", error: { code: "conflict" } }],
    });
    expect(answer.results[0]?.error?.message).toContain("message");
    expect(await stored(item.reference)).toMatchObject([{ parsed: { message: "first" } }]);
    expect(
      await database.sql`select reason from quarantine where reference = ${String(item.reference)}`,
    ).toMatchObject([{ reason: "conflict" }]);
  });

  it("tells a duplicate from a conflict within one batch", async () => {
    const item = event();
    const answer = await send(item, item, { ...item, hint: "other" });
    expect(answer.results.map(({ status }) => status)).toEqual(["accepted", "duplicate", "conflict"]);
  });

  it("derives the id from the whole item where only the time is sent", async () => {
    const { event_id, ...item } = event();
    expect((await send(item)).accepted).toBe(1);
    expect((await send(item)).duplicate).toBe(1);
    expect((await send({ ...item, message: "another failure at the same time" })).accepted).toBe(1);
  });

  it("counts an item with neither id nor time once within 24 hours, also when retried at the same instant", async () => {
    const { event_id, occurred_at, ...item } = event();
    const answers = await Promise.all([send(item), send(item), send(item, item)]);
    const later = await send(item);
    expect([...answers, later].reduce((sum, answer) => sum + answer.accepted, 0)).toBe(1);
    expect(later.duplicate).toBe(1);
  });

  it("takes the time of a version 7 UUID, and asks for occurred_at with any other id", async () => {
    const { occurred_at, ...item } = event();
    expect((await send(item)).results[0]?.error?.code).toBe("occurred_at_required");
    const hex = (Date.now() - 5_000).toString(16).padStart(12, "0");
    const uuid = `${hex.slice(0, 8)}-${hex.slice(8)}-7abc-8abc-0123456789ab`;
    expect((await send({ ...item, event_id: uuid })).accepted).toBe(1);
  });

  it("keeps events apart that share only their event_id", async () => {
    const event_id = crypto.randomUUID();
    expect((await send(event({ event_id }), event({ event_id }))).accepted).toBe(2);
  });

  it("counts two sources apart", async () => {
    const item = event();
    const other = await keyContext(rt, { source: "other" });
    await send(item);
    const answer = await recordEvents(other, { items: [{ item, unreadable: null, sanitized: false }] });
    expect(answer.accepted).toBe(1);
  });
});

describe("bad items", () => {
  it("stores the good ones of a batch, keeps the bad one with its reason, and counts a retry of all once", async () => {
    const batch = [event(), event({ tool: " " }), event()];
    expect(await send(...batch)).toMatchObject({ accepted: 2, rejected: 1 });
    expect(await send(...batch)).toMatchObject({ duplicate: 2, rejected: 1 });
    const kept = await database.sql`
      select reason, field, times from quarantine where reference = ${String(batch[1]?.reference)}`;
    expect(kept).toMatchObject([{ reason: "invalid_tool", field: "tool", times: 2 }]);
  });

  it.each([
    ["reference_required", { reference: undefined }],
    ["invalid_reference", { reference: "two words" }],
    ["invalid_reference", { reference: "x".repeat(129) }],
    ["invalid_event_id", { event_id: "not-a-uuid" }],
    ["invalid_occurred_at", { occurred_at: "2026-03-29T02:30" }],
    ["invalid_occurred_at", { occurred_at: 1764450000 }],
    ["occurred_at_out_of_range", { occurred_at: "1970-01-01T00:00:00Z" }],
    ["occurred_at_out_of_range", { occurred_at: new Date(Date.now() + 25 * 3600_000).toISOString() }],
    ["invalid_trace_id", { trace_id: "xyz" }],
    ["invalid_retry_after", { retry_after: -1 }],
    ["invalid_attempt", { attempt: 0 }],
    ["invalid_attributes", { attributes: ["not an object"] }],
  ])("rejects with %s", async (code, parts) => {
    const answer = await send(event(parts));
    expect(answer.results[0]).toMatchObject({ status: "rejected", error: { code, retryable: false } });
  });

  it.each([null, 7, "text", [], true])("rejects %j, which is no object", async (item) => {
    expect(await send(item)).toMatchObject({ rejected: 1 });
  });

  it("never sinks a batch by nesting, prototype keys or huge text", async () => {
    let deep: unknown = "x";
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    const hostile = JSON.parse('{"__proto__": {"a": 1}, "constructor": {"b": 2}}') as object;
    const answer = await send(
      event({ received: deep }),
      event({ attributes: hostile, message: "m".repeat(1_000_000) }),
      event({ unknown_field: deep }),
    );
    expect(answer.results.map(({ status }) => status)).toEqual(["rejected", "accepted", "accepted"]);
  });
});
