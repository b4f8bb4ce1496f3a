import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventFilters } from "@/domain/filters";
import { rateLines } from "@/domain/rate-export";
import { filterOfKey, filterOfOther } from "@/domain/rate-filter";
import type { Grouping } from "@/domain/rate-rows";
import { foldDays } from "@/lib/duties/fold-days";
import { rollDays } from "@/lib/duties/roll-days";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { exportEvents } from "@/lib/services/events/export-events";
import { countEvents } from "@/lib/services/rates/count-events";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.now();
const iso = (millis: number) => new Date(millis).toISOString();
const canonical = (millis: number) => iso(millis).replace("Z", "000Z");

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let engineer: ServiceContext;

/** Days with and without a change of the clock, in zones off the full hour, too. */
const ZONES = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"];
const GROUPINGS: Grouping[] = ["class", "code", "tool", "service", "environment", "effect", "release"];

let seed = 11;
function pick<T>(...values: T[]): T {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return values[Math.floor((seed / 2_147_483_648) * values.length)] as T;
}

const anyFailure = (occurred: number) =>
  failure({
    occurred_at: iso(occurred),
    tool: pick("issue_refund", "send_email", "book_slot"),
    code: pick("invalid_status", "rate_limited", "no_slot", "gone", undefined),
    class: pick("validation", "transient", "mystery"),
    effect: pick(undefined, "absent", "committed"),
    tenant: pick("acme", "globex", undefined),
    environment: pick("production", "staging", undefined),
    service: pick("billing", "mail", undefined),
    release: pick("1.0", "1.1", undefined),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  engineer = personContext(rt, ["engineer"]);
  await report(
    key,
    Array.from({ length: 240 }, (_, index) =>
      anyFailure(NOW - ((index * 86_399_977 * 3) % (80 * DAY)) - MINUTE),
    ),
  );
  await roll();
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

/** As the duties do at some time: what is asked before and after must be the same. */
const roll = async () => {
  for (const duty of [rollDays, foldDays]) await duty.run({ ...rt, now: () => new Date() });
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** How many rows the export of a filter has; the list reads the same statement. */
async function exported(ctx: ServiceContext, filters: EventFilters): Promise<number> {
  let lines = -1;
  for await (const piece of exportEvents(ctx, filters)) lines += piece.split("\r\n").length - 1;
  return lines;
}

const any = <T>(...values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
const question = fc.record({
  step: fc.constantFrom("1h" as const, "6h" as const, "1d" as const),
  tz: fc.constantFrom(...ZONES),
  group_by: fc.constantFrom(...GROUPINGS),
  top: fc.integer({ min: 1, max: 4 }),
  service: any("billing", "mail"),
  tenant: any("acme"),
  code: any("invalid_status", "internal_error", "gone"),
  effect: any("absent" as const, "null" as const),
  unmapped: any("true" as const, "false" as const),
  absent: any("environment" as const, "release" as const),
  except: any("tool:book_slot", "class:validation", "effect:", "service:", "release:1.0"),
  days: fc.integer({ min: 1, max: 40 }),
  ago: fc.integer({ min: 0, max: 39 }),
  confined: fc.boolean(),
});

describe("what a chart draws", () => {
  it("adds up to the total and to the rows, and every series, the rest too, leads to exactly its own", async () => {
    const confined = personContext(rt, ["support"], { tenants: ["acme"], services: ["billing", "mail"] });
    await fc.assert(
      fc.asyncProperty(question, async ({ days, ago, confined: isConfined, ...rest }) => {
        const ctx = isConfined ? confined : engineer;
        const to = NOW - ago * DAY;
        const asked = { ...rest, from: canonical(to - days * DAY), to: canonical(to), compare: true };
        const rates = await countEvents(ctx, asked);
        await adds(ctx, rest, rates);
        await adds(ctx, rest, rates.before ?? rates);
        const drawn = rates.series.map((series) => series.key);
        const range = { from: rates.from, to: rates.to };
        const [greatest] = rates.series;
        if (greatest)
          expect(await exported(ctx, { ...filterOfKey(rest, rest.group_by, greatest.key), ...range })).toBe(
            greatest.failures,
          );
        if (rates.other)
          expect(await exported(ctx, { ...filterOfOther(rest, rest.group_by, drawn), ...range })).toBe(
            rates.other.failures,
          );
        expect(failuresIn([...rateLines(rates, true)])).toEqual([
          rates.totals.failures,
          rates.before?.totals.failures,
        ]);
      }),
      { numRuns: 40, seed: 6 },
    );
  });

  async function adds(
    ctx: ServiceContext,
    filters: EventFilters,
    {
      from,
      to,
      series,
      other,
      totals,
    }: Omit<Awaited<ReturnType<typeof countEvents>>, "before" | "step" | "tz" | "rows_available_from">,
  ) {
    const all = other ? [...series, other] : series;
    for (const one of all) {
      expect(sum(one.points.map(([, failures]) => failures))).toBe(one.failures);
      expect(sum(one.points.map(([, , unmapped]) => unmapped))).toBe(one.unmapped);
    }
    expect(sum(all.map(({ failures }) => failures))).toBe(totals.failures);
    expect(await exported(ctx, { ...filters, from, to })).toBe(totals.failures);
    if (totals.failures === 0) expect(totals.unmapped_share).toBeNull();
  }

  it("counts what comes late at its own time, in charts long read and in the rows", async () => {
    const at = NOW - 50 * DAY;
    const asked = {
      from: canonical(at - DAY),
      to: canonical(at + DAY),
      step: "1d",
      tz: "Asia/Kathmandu",
    } as const;
    const rolled = () =>
      database.sql`select day from rolled_days join folded_until using (day)
        where day = ${canonical(at).slice(0, 10)}::date and until > day`;
    const before = await countEvents(engineer, asked);
    expect(await rolled()).toHaveLength(1);
    await report(key, [anyFailure(at), anyFailure(at - 1)]);
    expect(await rolled()).toHaveLength(0);
    const after = await countEvents(engineer, asked);
    expect(after.totals.failures).toBe(before.totals.failures + 2);
    expect(await exported(engineer, { from: after.from, to: after.to })).toBe(after.totals.failures);
    await roll();
    expect(await rolled()).toHaveLength(1);
    expect(await countEvents(engineer, asked)).toEqual(after);
  });

  it("a rest of one key is drawn by itself, for it takes no more room", async () => {
    const asked = {
      from: canonical(NOW - 80 * DAY),
      to: canonical(NOW),
      step: "1d",
      group_by: "tool",
    } as const;
    const two = await countEvents(engineer, { ...asked, top: 2 });
    expect([two.series.length, two.other]).toEqual([3, null]);
    const one = await countEvents(engineer, { ...asked, top: 1 });
    expect([one.series.length, one.other?.keys]).toEqual([1, 2]);
    expect(one.other?.failures).toBe(sum(two.series.slice(1).map(({ failures }) => failures)));
  });

  it("the period before has its series in the same order, step against step", async () => {
    const to = NOW - 3 * DAY;
    const asked = {
      from: canonical(to - 7 * DAY),
      to: canonical(to),
      step: "1d",
      tz: "Europe/Berlin",
    } as const;
    const { before, ...rates } = await countEvents(engineer, {
      ...asked,
      group_by: "code",
      top: 2,
      compare: true,
    });
    expect(before?.to).toBe(rates.from);
    expect(before?.series.map((series) => series.key)).toEqual(rates.series.map((series) => series.key));
    expect(before?.series[0]?.points).toHaveLength(rates.series[0]?.points.length ?? -1);
  });
});

/** Failures now and before, as the lines of an export say them. */
function failuresIn(lines: string[]): number[] {
  const cells = lines.slice(1).map((line) =>
    line
      .trimEnd()
      .split(",")
      .map((cell) => Number(cell.replaceAll('"', ""))),
  );
  return [4, 9].map((column) => sum(cells.map((line) => line[column] ?? 0)));
}
