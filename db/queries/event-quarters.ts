import { and, eq, not, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { series } from "@/db/schema/series";
import type { EventFilters } from "@/domain/filters";
import { instantFromPostgres, isoFromMillis } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { gapsBetween } from "@/domain/rate-pieces";
import { levelOf } from "@/domain/rate-rows";
import { OTHER } from "@/domain/rollup-dimensions";
import { confine } from "./confinement";
import { matching } from "./event-filter";
import { readRolledDays } from "./rolled-days";

export type QuartersQuestion = {
  filters: EventFilters;
  confinement: Confinement;
  /** Half-open. */
  from: string;
  to: string;
  /** How many events are wanted. */
  enough: number;
};

/** More quarters than this are not answered at once. */
const QUARTERS_MAX = 600;

/**
 * The starts of the quarter hours in which the rollups know of events of the filter, newest first, until enough are sure to
 * be in them. None is missing before the last that is answered; `is_all` says that there are none after it, either.
 */
export async function readEventQuarters(
  tx: Transaction,
  question: QuartersQuestion,
): Promise<{ quarters: string[]; is_all: boolean }> {
  const { from, to, enough } = question;
  const days = levelOf(question) === "tenant" ? [] : (await readRolledDays(tx, from, to)).map(millisOf);
  const rows = await tx.execute<{ at: string; failures: number }>(sql`
    with chosen as materialized (${chosenSeries(question)}),
    whole_days as materialized (${failuresByDay(days, question)}),
    days as (
      select day from (select day, sum(failures) over (order by day desc) - failures as newer from whole_days) as day
      where newer < ${enough}::int
    ),
    ranges as (
      ${unrolled(days, question)} union all select day, day + interval '1 day' from days
    ),
    quarters as (
      select at, coalesce(sum(failures) filter (where is_sure and at >= ${from}::timestamptz
        and at + interval '15 minutes' <= ${to}::timestamptz), 0) as failures
      from chosen cross join ranges
        cross join lateral (
          select hour, q0, q1, q2, q3 from rollup_hours r
          where r.series_id = chosen.series_id and r.hour >= ranges.starts and r.hour < ranges.ends offset 0
        ) as hours
        cross join lateral (values (hour, q0), (hour + interval '15 minutes', q1), (hour + interval '30 minutes', q2),
          (hour + interval '45 minutes', q3)) as quarter(at, failures)
      where failures > 0 and at > ${from}::timestamptz - interval '15 minutes' and at < ${to}::timestamptz
      group by at
    )
    select at, failures::float8 as failures from (select at, failures, sum(failures) over (order by at desc) - failures as newer from quarters) as quarter
    where newer < ${enough}::int order by at desc limit ${QUARTERS_MAX}::int`);
  const sure = rows.reduce((sum, { failures }) => sum + failures, 0);
  return {
    quarters: rows.map(({ at }) => instantFromPostgres(at)),
    is_all: sure < enough && rows.length < QUARTERS_MAX,
  };
}

/**
 * The series that may hold events of the filter, and whether they hold no others. Of what was counted under "other" nobody
 * knows tool, code and release; it may be in any of them.
 */
function chosenSeries(question: QuartersQuestion): SQL {
  const { filters, confinement } = question;
  const level = levelOf(question);
  const unknown = and(eq(series.tool, OTHER), eq(series.code, OTHER)) ?? sql`false`;
  const except = filters.except?.filter((each) => !FOLDED.test(each));
  const absent = filters.absent?.filter((name) => name !== "release");
  const folded = { ...filters, tool: [], code: [], release: [], except, absent };
  const where = and(
    eq(series.level, level),
    confine(confinement, { ...series, tenant: level === "tenant" ? series.tenant : null }),
    level === "overview"
      ? matching(filters, series)
      : or(and(unknown, matching(folded, series)), and(not(unknown), matching(filters, series))),
  );
  return sql`select ${series.series_id}, ${unknown} is not true as is_sure from ${series} where ${where}`;
}

const FOLDED = /^(?:tool|code|release):/;

/** Of each rolled day in which anything of the series is, how many events are sure: none where the range ends inside. */
function failuresByDay(days: readonly number[], { from, to }: QuartersQuestion): SQL {
  return sql`
    select day, coalesce(sum(failures) filter (where is_sure and day >= ${from}::timestamptz
      and day + interval '1 day' <= ${to}::timestamptz), 0) as failures
    from chosen cross join lateral (
      select day, sums[96] as failures from rollup_days r
      where r.series_id = chosen.series_id and r.day = any(${arrayOf(days)}::timestamptz[]) offset 0
    ) as days group by day`;
}

/** The ranges that no rolled day answers, in whole hours. */
function unrolled(days: readonly number[], { from, to }: QuartersQuestion): SQL {
  const start = millisOf(from);
  const gaps = gapsBetween(days, start - (start % HOUR_MILLIS), millisOf(to) + 1);
  const [starts, ends] = [gaps.map((gap) => gap.from), gaps.map((gap) => gap.to)];
  return sql`select * from unnest(${arrayOf(starts)}::timestamptz[], ${arrayOf(ends)}::timestamptz[]) as gap(starts, ends)`;
}

const HOUR_MILLIS = 3_600_000;
const millisOf = (instant: string) => Date.parse(instant);
const arrayOf = (millis: readonly number[]) => `{${millis.map(isoFromMillis).join(",")}}`;
