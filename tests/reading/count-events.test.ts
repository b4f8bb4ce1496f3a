import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { listEvents } from "@/lib/services/events/list-events";
import { type CountInput, countEvents } from "@/lib/services/rates/count-events";
import { listFacets } from "@/lib/services/rates/list-facets";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let engineer: ServiceContext;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Math.floor(Date.now() / DAY) * DAY + 11 * HOUR + 7 * 60_000;
const iso = (millis: number) => new Date(millis).toISOString();
/** Microseconds as the wire writes them. */
const canonical = (millis: number) => iso(millis).replace("Z", "000Z");

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  engineer = personContext(rt, ["engineer"]);
  await report(key, randomFailures(400));
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

function randomFailures(count: number): Record<string, unknown>[] {
  let seed = 7;
  const pick = <T>(...values: T[]): T => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((seed / 2_147_483_648) * values.length)] as T;
  };
  return Array.from({ length: count }, (_, index) =>
    failure({
      occurred_at: iso(NOW - ((index * 7_919_999) % (9 * DAY)) - 1),
      tool: pick("issue_refund", "send_email"),
      code: pick("invalid_status", "internal_error", "rate_limited", undefined),
      class: pick("validation", "transient", "mystery"),
      effect: pick(undefined, "absent", "unknown"),
      tenant: pick("acme", "globex", undefined),
      environment: pick("production", "staging"),
      service: pick("billing", "mail", undefined),
      release: pick("1.0", "1.1"),
      idempotency_key: `key-${index}`,
    }),
  );
}

/** Every event of a filter, by walking the pages. */
async function listAll(ctx: ServiceContext, filters: CountInput) {
  const items: Awaited<ReturnType<typeof listEvents>>["items"] = [];
  let cursor: string | undefined;
  do {
    const page = await listEvents(ctx, { ...filters, cursor, limit: 150 });
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

const range = { from: canonical(NOW - 8 * DAY), to: canonical(NOW) };

describe("rates", () => {
  it("the sum of the series, the total and the list agree under any filter, step, zone and grouping", async () => {
    const any = <T>(...values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
    const question = fc.record({
      step: fc.constantFrom("5m", "15m", "1h", "6h", "1d"),
      tz: fc.constantFrom("UTC", "Asia/Kathmandu", "America/St_Johns", "Europe/Berlin"),
      group_by: fc.constantFrom(
        undefined,
        "class",
        "code",
        "tool",
        "service",
        "environment",
        "effect",
        "release",
      ),
      service: any("billing", "mail"),
      environment: any("production"),
      tenant: any("acme", "globex"),
      tool: any("issue_refund"),
      code: any("invalid_status", "internal_error"),
      class: any("transient", "unclassified"),
      effect: any("absent", "null"),
      release: any("1.0"),
      unmapped: any("true", "false"),
      days: fc.integer({ min: 1, max: 6 }),
      confined: fc.boolean(),
    });
    const confined = personContext(rt, ["support"], { tenants: ["acme"], services: ["billing", "mail"] });
    await fc.assert(
      fc.asyncProperty(question, async ({ days, confined: isConfined, ...rest }) => {
        const ctx = isConfined ? confined : engineer;
        const input = {
          ...rest,
          from: canonical(NOW - days * DAY - 12_345),
          to: canonical(NOW),
        } as CountInput;
        const rates = await countEvents(ctx, input);
        const items = await listAll(ctx, { ...input, from: rates.from, to: rates.to });
        const unmapped = items.filter((item) => item.unmapped).length;
        expect(rates.totals).toMatchObject({ failures: items.length, unmapped });
        expect(sum(rates.series.map((series) => series.failures))).toBe(items.length);
        for (const series of rates.series) {
          expect(sum(series.points.map((point) => point[1]))).toBe(series.failures);
          expect(sum(series.points.map((point) => point[2]))).toBe(series.unmapped);
          const same = items.filter((item) => !rest.group_by || item[rest.group_by as "code"] === series.key);
          expect(same).toHaveLength(series.failures);
        }
      }),
      { numRuns: 60, seed: 4 },
    );
  });

  it("minutes older than their rollup come from the rows", async () => {
    const old = NOW - 8.5 * DAY;
    const input = { from: canonical(old), to: canonical(old + 6 * HOUR), step: "1m" } as const;
    const rates = await countEvents(engineer, input);
    expect(rates.totals.failures).toBeGreaterThan(0);
    expect(rates.totals.failures).toBe((await listAll(engineer, { from: rates.from, to: rates.to })).length);
  });

  it("answers the range as used, widened to whole steps of the zone, with dense points", async () => {
    const rates = await countEvents(engineer, { ...range, step: "1d", tz: "Asia/Kolkata" });
    expect(rates.from.slice(11)).toBe("18:30:00.000000Z");
    expect(rates.to.slice(11)).toBe("18:30:00.000000Z");
    expect(rates.series).toHaveLength(1);
    expect(rates.series[0]?.points.map(([start]) => start)).toEqual(
      Array.from({ length: 9 }, (_, day) => canonical(Date.parse(rates.from) + day * DAY)),
    );
  });

  it("a share without failures is null, never zero", async () => {
    const rates = await countEvents(engineer, { ...range, code: ["never_seen"], step: "1d" });
    expect(rates.totals).toEqual({
      failures: 0,
      unmapped: 0,
      unmapped_share: null,
      calls: null,
      failure_rate: null,
    });
  });

  it("without a step or a range it is the last day in at most 300 points, in the installation's zone", async () => {
    const ctx = personContext(rt, ["engineer"], {}, { time_zone: "Europe/Berlin" });
    const rates = await countEvents(ctx, {});
    expect(rates).toMatchObject({ step: "5m", tz: "Europe/Berlin" });
    expect(rates.series[0]?.points.length).toBeLessThanOrEqual(290);
  });

  it("refuses a range of too many steps and names those that are permitted", async () => {
    const asked = countEvents(engineer, { from: canonical(NOW - 80 * DAY), to: canonical(NOW), step: "1m" });
    await expect(asked).rejects.toMatchObject({ code: "too_many_points", permitted: ["1h", "6h", "1d"] });
    const empty = countEvents(engineer, { from: range.to, to: range.from });
    await expect(empty).rejects.toMatchObject({ code: "invalid_range", field: "from" });
  });

  it("an effect that was not reported is apart from unknown", async () => {
    const rates = await countEvents(engineer, { ...range, step: "1d", group_by: "effect" });
    expect(new Set(rates.series.map(({ key }) => key))).toEqual(new Set(["absent", "unknown", null]));
  });

  it("says from when rows exist: the oldest event of all", async () => {
    const rates = await countEvents(engineer, { ...range, step: "1d" });
    const { items } = await listEvents(engineer, { limit: 500 });
    expect(items.map(({ occurred_at }) => occurred_at).sort()[0]).toBe(rates.rows_available_from);
  });
});

describe("a failure at the last instant of a day", () => {
  it("counts on its own day in chart and list, however fine its time", async () => {
    const day = Math.floor(NOW / DAY) * DAY - 2 * DAY;
    const item = failure({
      occurred_at: `${iso(day - DAY).slice(0, 10)}T23:59:59.9999999Z`,
      tool: "last_instant",
    });
    await report(key, [item]);
    const filters = { from: canonical(day - DAY), to: canonical(day + DAY), tool: ["last_instant"] };
    const rates = await countEvents(engineer, { ...filters, step: "1d", tz: "UTC" });
    expect(rates.series[0]?.points.map(([, failures]) => failures)).toEqual([1, 0]);
    expect((await listAll(engineer, { ...filters, to: canonical(day) })).length).toBe(1);
  });
});

describe("facets", () => {
  it("are the values a caller may see, and no others", async () => {
    const all = await listFacets(engineer);
    expect(all.tenants).toEqual(["acme", "globex"]);
    expect(all.services).toEqual(["billing", "mail"]);
    const confined = await listFacets(personContext(rt, ["support"], { tenants: ["acme"] }));
    expect(confined.tenants).toEqual(["acme"]);
    expect(confined.tools).not.toContain("last_instant");
    const nothing = await listFacets(personContext(rt, ["support"], { tenants: [] }));
    expect(Object.values(nothing).flat()).toEqual([]);
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
