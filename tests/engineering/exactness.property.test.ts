import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventFilters } from "@/domain/filters";
import { foldedPartOf } from "@/domain/folded-part";
import type { Confinement } from "@/domain/permissions";
import { rateLines } from "@/domain/rate-export";
import type { EventItem } from "@/lib/contract/events-list";
import type { RatesAnswer, RatesPeriod } from "@/lib/contract/rates";
import type { ServiceContext } from "@/lib/services/context";
import { exportEvents } from "@/lib/services/events/export-events";
import { listEvents } from "@/lib/services/events/list-events";
import { countEvents } from "@/lib/services/rates/count-events";
import { callsAreRows } from "./calls-are-rows";
import { countBy, faultsOfSteps, isAsked, isOwn } from "./event-oracle";
import { type Question, question } from "./exact-questions";
import { type ExactWorld, openExactWorld } from "./exact-world";
import { readCsv } from "./read-csv";

/*
 * Whatever is asked, the chart, its export, the list and its export are what one finds by counting the rows: before the
 * duties summed anything up, after, when events came late into what was summed up, and after the duties ran again.
 */

let world: ExactWorld;
let rows: EventItem[] = [];

beforeAll(async () => {
  world = await openExactWorld();
});
afterAll(() => world.close());

const STAGES: [string, () => Promise<unknown>][] = [
  ["before anything is summed up", async () => undefined],
  ["once days are rolled, hours looked through and old minutes gone", () => world.runDuties()],
  ["when events come late into all of that", () => world.happenLate()],
  ["once the duties ran again", () => world.runDuties()],
];

describe.each(STAGES.map(([name, get], stage) => ({ name, get, stage })))("$name", ({ get, stage }) => {
  beforeAll(async () => {
    await get();
    rows = await world.allEvents();
  });

  it("charts, lists and exports are the rows counted", async () => {
    let [counted, folded] = [0, 0];
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const ctx = world.confinedTo(asked.confinement);
        const rates = await chartsAreRows(ctx, asked);
        await listsAreRows(ctx, { ...asked.filters, from: rates.from, to: rates.to }, asked.confinement);
        await callsAreRows(ctx, asked, { rows, calls: world.calls });
        counted += rates.totals.failures;
        if (await readsFoldedDays(asked, rates)) folded += 1;
      }),
      { numRuns: 36, seed: 6 + stage },
    );
    expect(counted).toBeGreaterThan(60);
    expect(folded).toBeGreaterThanOrEqual(stage === 0 ? 0 : 5);
  });
});

/** Whether days folded to one part answer some of it. */
async function readsFoldedDays(
  { filters, confinement, group_by, range }: Question,
  { from, to }: RatesAnswer,
): Promise<boolean> {
  if (foldedPartOf({ filters, confinement }, group_by) === null || range.step.endsWith("m")) return false;
  const days = await world.database.sql`
    select day from folded_until where until > day and until > ${from} and day < ${to}`;
  return days.length > 0;
}

const within = (filters: EventFilters, allowed: Confinement) =>
  rows.filter((row) => isAsked(row, filters) && isOwn(row, allowed));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Rates: totals, series, the rest, each step; the same of the period before, and line by line in the export. */
async function chartsAreRows(ctx: ServiceContext, asked: Question): Promise<RatesAnswer> {
  const { filters, range, tz, group_by, top, confinement } = asked;
  const rates = await countEvents(ctx, { ...filters, ...range, tz, group_by, top, compare: true });
  expect(rates.from <= range.from && rates.to >= range.to).toBe(true);
  const drawn = new Set(rates.series.map(({ key }) => key));
  for (const period of [rates, rates.before]) {
    if (period === null) throw new Error("the period before was asked for");
    const own = within({ ...filters, from: period.from, to: period.to }, confinement);
    const unmapped = own.filter((row) => row.unmapped).length;
    expect(period.totals).toMatchObject({ failures: own.length, unmapped });
    expect(period.totals.unmapped_share).toBe(own.length === 0 ? null : unmapped / own.length);
    const keyOf = (row: EventItem) => {
      const key = group_by === undefined ? null : row[group_by];
      return drawn.has(key) ? `${key}` : "other";
    };
    const starts = (period.series[0] ?? period.other)?.points.map(([start]) => start) ?? [];
    expect(faultsOfSteps(starts, period.to, range.step, tz)).toEqual([]);
    const stepOf = (row: EventItem) =>
      starts.findLast((start) => start <= row.occurred_at) ?? "before the first";
    expect(cellsOf(period)).toEqual(countBy(own, (row) => `${keyOf(row)} ${stepOf(row)} ${row.unmapped}`));
  }
  expect(rates.before?.to).toBe(rates.from);
  const lines = readCsv([...rateLines(rates, group_by !== undefined)].join(""));
  expect(lines.map(lineOf)).toEqual(linesOf(rates, group_by));
  return rates;
}

/** What is drawn as one count a series, step and whether unmapped; nothing for what is zero. */
function cellsOf({ series, other }: RatesPeriod): Record<string, number> {
  const all = [
    ...series.map((one) => ({ name: `${one.key}`, ...one })),
    ...(other ? [{ name: "other", ...other }] : []),
  ];
  for (const { points, failures, unmapped } of all)
    expect([sum(points.map(([, count]) => count)), sum(points.map(([, , count]) => count))]).toEqual([
      failures,
      unmapped,
    ]);
  const cells = all.flatMap(({ name, points }) =>
    points.flatMap(([start, failures, unmapped]): [string, number][] => [
      [`${name} ${start} true`, unmapped],
      [`${name} ${start} false`, failures - unmapped],
    ]),
  );
  return Object.fromEntries(cells.filter(([, count]) => count > 0));
}

type Cells = Record<string, unknown>;
const lineOf = ({ kind, series, from, to, failures, unmapped, unmapped_share, ...rest }: Cells) =>
  [
    kind,
    series,
    from,
    to,
    failures,
    unmapped,
    unmapped_share,
    rest.before_failures,
    rest.before_unmapped,
  ].join();

/** The lines that the export must have; a share of nothing is an empty cell. */
function linesOf({ series, other, before, to }: RatesAnswer, group_by: string | undefined): string[] {
  const named = series.map(({ key, points }, at) => {
    const earlier = before?.series[at]?.points;
    if (group_by === undefined) return { kind: "all", name: "all", points, earlier };
    return { kind: key === null ? "not_reported" : "value", name: key ?? "not reported", points, earlier };
  });
  const rest = other && { kind: "other", name: `other (${other.keys})`, earlier: before?.other?.points };
  const all = rest && other ? [...named, { ...rest, points: other.points }] : named;
  return all.flatMap(({ kind, name, points, earlier = [] }) =>
    points.map(([from, failures, unmapped], at) => {
      const [, failed = 0, unmappedBefore = 0] = earlier[at] ?? [];
      const share = failures === 0 ? null : unmapped / failures;
      const line = [kind, name, from, points[at + 1]?.[0] ?? to, failures, unmapped, share];
      return [...line, failed, unmappedBefore].join();
    }),
  );
}

/** The list page by page and its export: every row of the filter once, and in one order. */
async function listsAreRows(ctx: ServiceContext, filters: EventFilters, allowed: Confinement): Promise<void> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listEvents(ctx, { ...filters, cursor, limit: 37 });
    ids.push(...page.items.map(({ event_id }) => event_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(ids).toEqual(within(filters, allowed).map(({ event_id }) => event_id));
  const pieces: string[] = [];
  for await (const piece of exportEvents(ctx, filters)) pieces.push(piece);
  expect(readCsv(pieces.join("")).map(({ event_id }) => event_id)).toEqual(ids);
}
