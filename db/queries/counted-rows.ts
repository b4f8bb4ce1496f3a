import { and, type Column, eq, or, type SQL, sql } from "drizzle-orm";
import { events } from "@/db/schema/events";
import { foldedDays, rollupHours, rollupMinutes } from "@/db/schema/rollups";
import { series } from "@/db/schema/series";
import type { EventFilters } from "@/domain/filters";
import type { FoldedPart } from "@/domain/folded-part";
import { isoFromMillis } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { type DaySpan, spanPieces, wholeDays } from "@/domain/rate-pieces";
import type { Grouping, RateRows } from "@/domain/rate-rows";
import { confine } from "./confinement";
import { matching, matchingEvents, within } from "./event-filter";
import { piecesTable, stepOf } from "./summed-days";

export type RateQuestion = {
  rows: RateRows;
  /** Starts of the steps and the end of the last; milliseconds since 1970. */
  boundaries: readonly number[];
  filters: EventFilters;
  confinement: Confinement;
  /** Starts of the days that may be read as a whole; milliseconds since 1970. */
  rolled?: readonly number[];
  /** Other days, folded to the only part that the question looks at, as far as they are. */
  folded?: { part: FoldedPart; days: readonly DaySpan[] };
};

export type Dimensions = Record<Grouping | "tenant", Column>;
/** Which of the chosen rows count. */
type Only = (dimensions: Dimensions) => SQL | undefined;

/** The step of the question that holds an instant. */
export const bucketOf = ({ boundaries }: RateQuestion, at: SQL = sql`at`) => stepOf(at, boundaries);

/**
 * `select <key>, unmapped, bucket, failures`, of hours one row a series and step: they are summed by two integers before
 * the words of their series come in, a third of the time of grouping every row by its words. Minutes are few to a step,
 * so that summing them first only adds a look at each series: half the time without it.
 */
export function summedRows(
  question: RateQuestion,
  key: (dimensions: Dimensions) => SQL,
  only: Only = () => undefined,
): SQL {
  const { rows } = question;
  const inRange = sql`failures > 0 and at >= ${startOf(question)}::timestamptz and at < ${endOf(question)}::timestamptz`;
  if (rows.kind !== "hours")
    return sql`select key, unmapped, ${bucketOf(question)} as bucket, failures
      from (${countedRows(question, (dimensions) => sql`${key(dimensions)} as key`, only)}) as row where ${inRange}`;
  const hours = sql`select series_id, ${bucketOf(question)} as bucket, sum(failures)::float8 as failures
    from (${countedRows(question, () => sql`${series.series_id}`, only)}) as row where ${inRange} group by 1, 2`;
  return sql`select ${key(series)} as key, ${series.unmapped} as unmapped, bucket, failures
    from ${series} join (${hours}) as summed using (series_id) where failures > 0
    union all ${rolledRows(question, key, only)}
    ${question.folded ? sql`union all ${foldedRows(question, question.folded, key, only)}` : sql``}`;
}

/**
 * `select key, unmapped, bucket, failures` of the rolled days: a part of a day is one subtraction. Few of them fall into
 * one step, so that they are not summed by their series before its words come in.
 */
function rolledRows(question: RateQuestion, key: (dimensions: Dimensions) => SQL, only: Only): SQL {
  const { pieces } = spanPieces(question.boundaries, wholeDays(question.rolled ?? []));
  return sql`
    select ${key(series)} as key, ${series.unmapped} as unmapped, step as bucket, (${ofPiece})::float8 as failures
    from ${piecesTable(pieces)} join rollup_days using (day) join ${series} using (series_id)
    where ${and(sql`${ofPiece} > 0`, chosenSeries(question), only(series))}`;
}

/** The same of the folded days. */
function foldedRows(
  { boundaries, filters }: RateQuestion,
  { part, days }: NonNullable<RateQuestion["folded"]>,
  key: (dimensions: Dimensions) => SQL,
  only: Only,
): SQL {
  const { pieces } = spanPieces(boundaries, days);
  const dimensions = foldedTo(part);
  return sql`
    select ${key(dimensions)} as key, ${dimensions.unmapped} as unmapped, step as bucket, (${ofPiece})::float8 as failures
    from ${piecesTable(pieces)} join ${foldedDays} using (day)
    where ${and(sql`${ofPiece} > 0`, eq(foldedDays.part, part), matching(filters, dimensions), only(dimensions))}`;
}

/** What is folded away stays a column of a table that is not read: to ask for it fails, and counts nothing wrong. */
function foldedTo(part: FoldedPart): Dimensions & Record<"unmapped", Column> {
  const { class: errorClass, unmapped, key } = foldedDays;
  return { ...series, class: errorClass, unmapped, ...(part === "none" ? {} : { [part]: key }) };
}

const ofPiece = sql`coalesce(sums[high], 0) - coalesce(sums[low], 0)`;

/** `select <column>, unmapped, at, failures` over the rows that the question chose. */
export function countedRows(
  question: RateQuestion,
  column: (dimensions: Dimensions) => SQL,
  only: Only = () => undefined,
): SQL {
  const { rows, filters, confinement } = question;
  if (rows.kind === "events") {
    const range = { ...filters, from: startOf(question), to: endOf(question) };
    return sql`select ${column(events)}, ${events.unmapped} as unmapped, ${events.occurred_at} as at, 1 as failures
      from ${events} where ${and(matchingEvents(range, confinement), only(events))}`;
  }
  const chosen = and(chosenSeries(question), only(series));
  if (rows.kind === "minutes")
    return sql`select ${column(series)}, ${series.unmapped} as unmapped, ${rollupMinutes.minute} as at,
        ${rollupMinutes.failures} as failures
      from ${series} join ${rollupMinutes} using (series_id)
      where ${and(chosen, within(rollupMinutes.minute, startOf(question), endOf(question)))}`;
  // Each range by itself: together, the index of a series is read from its first hour to its last.
  const parts = unrolledRanges(question).map(
    (range) => sql`
    select ${column(series)}, ${series.unmapped} as unmapped, quarter.at as at, quarter.failures as failures
    from ${series} join ${rollupHours} using (series_id) cross join lateral (${quartersOf(question)}) as quarter(at, failures)
    where ${and(chosen, range)}`,
  );
  return sql.join(parts, sql` union all `);
}

/** The series of a level that the question is about. */
function chosenSeries({ rows, filters, confinement }: RateQuestion): SQL | undefined {
  if (rows.kind === "events") return undefined;
  return and(
    eq(series.level, rows.level),
    matching(filters, series),
    confine(confinement, { ...series, tenant: rows.level === "tenant" ? series.tenant : null }),
  );
}

/** More ranges than this are one condition. */
const RANGES_APART = 4;

/** The hours of the range but those of rolled and folded days. */
function unrolledRanges({ boundaries, rolled = [], folded }: RateQuestion): (SQL | undefined)[] {
  const spans = [...wholeDays(rolled), ...(folded?.days ?? [])].sort((a, b) => a.day - b.day);
  const { rest } = spanPieces(boundaries, spans);
  const ranges = rest.map(({ from, to }) => within(rollupHours.hour, startOfHour(from), isoFromMillis(to)));
  if (ranges.length === 0) return [sql`false`];
  return ranges.length > RANGES_APART ? [or(...ranges)] : ranges;
}

/** The quarters of an hour's row; the hour as a whole where no step begins inside one, a quarter of the work. */
function quartersOf({ boundaries }: RateQuestion): SQL {
  const { hour, q0, q1, q2, q3 } = rollupHours;
  if (boundaries.every((boundary) => boundary % HOUR_MILLIS === 0))
    return sql`values (${hour}, ${q0} + ${q1} + ${q2} + ${q3})`;
  return sql`values (${hour}, ${q0}), (${hour} + interval '15 minutes', ${q1}),
    (${hour} + interval '30 minutes', ${q2}), (${hour} + interval '45 minutes', ${q3})`;
}

const HOUR_MILLIS = 3_600_000;

export const startOf = ({ boundaries }: RateQuestion) => isoFromMillis(boundaries[0] ?? 0);
export const endOf = ({ boundaries }: RateQuestion) => isoFromMillis(boundaries.at(-1) ?? 0);

/** A zone off the full hour begins inside an hour's row. */
const startOfHour = (millis: number) => isoFromMillis(millis - (millis % HOUR_MILLIS));
