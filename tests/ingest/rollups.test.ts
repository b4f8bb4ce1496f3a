import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Interning } from "@/db/queries/interning";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let sources: ServiceContext[];

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  sources = [await keyContext(rt, { source: "one" }), await keyContext(rt, { source: "two" })];
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

/** Few values of each kind, so that the same identity, series and minute come again and again. */
const item = fc.record({
  reference: fc.constantFrom("err_a", "err_b", "err_c"),
  tool: fc.constantFrom("refund", "lookup"),
  code: fc.constantFrom("invalid_status", "internal_error", undefined),
  class: fc.constantFrom("validation", "system"),
  effect: fc.constantFrom("absent", null, undefined),
  tenant: fc.constantFrom("acme", "globex", null),
  service: fc.constantFrom("payments", null),
  release: fc.constantFrom("1.0", null),
  event_id: fc.constantFrom(
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
    undefined,
  ),
  minutes_ago: fc.integer({ min: 0, max: 200 }),
});
const batches = fc.array(fc.record({ source: fc.nat(1), items: fc.array(item, { maxLength: 12 }) }), {
  minLength: 1,
  maxLength: 8,
});

const COUNTED = {
  source_id: 999,
  service: "capped",
  environment: null,
  class: "system" as const,
  unmapped: false,
  tool: "refund",
  code: "code",
  effect: null,
  release: null,
  tenant: null,
};

const BASE = Math.floor(Date.now() / 60_000) * 60_000;

async function sendAll(all: { source: number; items: { minutes_ago: number }[] }[]): Promise<number> {
  const answers = await Promise.all(
    all.map(({ source, items }) => {
      const submitted = items.map(({ minutes_ago, ...parts }) => ({
        item: { ...parts, occurred_at: new Date(BASE - minutes_ago * 60_000 - 1).toISOString() },
        unreadable: null,
        sanitized: false,
      }));
      const ctx = sources[source];
      if (!ctx) throw new Error("no such source");
      return recordEvents(ctx, { items: submitted });
    }),
  );
  return answers.reduce((sum, answer) => sum + answer.accepted, 0);
}

async function totals(): Promise<Record<string, number>> {
  const [row] = await database.sql<Record<string, number>[]>`
    select (select count(*)::int from events) as events,
      (select coalesce(sum(failures), 0)::int from rollup_minutes join series using (series_id) where level = 'overview') as overview_minutes,
      (select coalesce(sum(failures), 0)::int from rollup_minutes join series using (series_id) where level = 'full') as full_minutes,
      (select coalesce(sum(q0 + q1 + q2 + q3), 0)::int from rollup_hours join series using (series_id) where level = 'overview') as overview_hours,
      (select coalesce(sum(q0 + q1 + q2 + q3), 0)::int from rollup_hours join series using (series_id) where level = 'full') as full_hours,
      (select coalesce(sum(q0 + q1 + q2 + q3), 0)::int from rollup_hours join series using (series_id) where level = 'tenant') as tenant_hours`;
  return row ?? {};
}

describe("rollups", () => {
  it("sum to the events in every rollup, whatever mix of duplicates, orders and concurrent batches", async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        accepted += await sendAll(all);
        const { events, ...rollups } = await totals();
        expect(events).toBe(accepted);
        for (const [name, sum] of Object.entries(rollups)) expect([name, sum]).toEqual([name, events]);
      }),
      { numRuns: 60, seed: 4 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it("agree with the events series by series and minute by minute", async () => {
    const [row] = await database.sql`
      select count(*)::int as wrong from (
        select s.series_id, r.minute, r.failures from rollup_minutes r join series s using (series_id) where level = 'full'
      ) r full join (
        select s.series_id, date_trunc('minute', e.occurred_at, 'UTC') as minute, count(*)::int as failures
        from events e join series s on s.level = 'full' and s.tool = e.tool and s.code = e.code and s.class = e.class
          and s.unmapped = e.unmapped and s.effect is not distinct from e.effect
          and s.service is not distinct from e.service and s.environment is not distinct from e.environment
          and s.release is not distinct from e.release
        group by 1, 2
      ) e using (series_id, minute)
      where r.failures is distinct from e.failures`;
    expect(row?.wrong).toBe(0);
  });

  it("survive the same thousand events in two orders at once, without a deadlock and without a double count", async () => {
    const before = await totals();
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      reference: `err_order_${index}`,
      tool: "refund",
      code: "timeout",
      class: "transient",
      event_id: crypto.randomUUID(),
      minutes_ago: index % 50,
    }));
    const accepted = await sendAll([
      { source: 0, items },
      { source: 0, items: [...items].reverse() },
    ]);
    expect(accepted).toBe(1_000);
    expect((await totals()).tenant_hours).toBe((before.events ?? 0) + 1_000);
  });
});

describe("series beyond the cap of their source", () => {
  it("count under (other), and nothing is lost", async () => {
    const interning = new Interning(3);
    const wanted = Array.from({ length: 10 }, (_, index) => ({ ...COUNTED, code: `code_${index}` }));
    const seriesIds = await interning.learnSeries(rt.db, wanted);
    const again = await interning.learnSeries(rt.db, wanted);
    const full = wanted.map((event) => seriesIds(event)[1]);
    expect(new Set(full).size).toBe(4);
    expect(wanted.map(again)).toEqual(wanted.map(seriesIds));
    const rows = await database.sql`select code from series where series_id = ${full[9] ?? 0}`;
    expect(rows).toMatchObject([{ code: "(other)" }]);
  });

  it("are found by a flush while another makes the process forget", async () => {
    const interning = new Interning();
    const seriesIds = await interning.learnSeries(rt.db, [COUNTED]);
    interning.forget();
    expect(Math.min(...seriesIds(COUNTED))).toBeGreaterThan(0);
  });
});
