import { and, type Column, eq, min, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { events } from "@/db/schema/events";
import { rollupHours, rollupMinutes } from "@/db/schema/rollups";
import { series } from "@/db/schema/series";
import type { EventFilters } from "@/domain/filters";
import { instantFromMicros } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import type { Grouping, RateRows } from "@/domain/rate-rows";
import type { RateCell } from "@/domain/rate-series";
import { confine } from "./confinement";
import { matching, matchingEvents, within } from "./event-filter";

export type RateQuestion = {
  rows: RateRows;
  /** Starts of the steps and the end of the last; milliseconds since 1970. */
  boundaries: readonly number[];
  filters: EventFilters;
  confinement: Confinement;
};

/** One snapshot for everything that is shown together. */
export function inSnapshot<T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/**
 * Failures by key and step, unmapped ones among them, in one pass: numerator and denominator of the share
 * are of the same rows. `width_bucket` finds the step by binary search, whatever the zone did.
 */
export async function countBySteps(
  tx: Transaction,
  question: RateQuestion,
  group_by: Grouping | undefined,
): Promise<RateCell[]> {
  const counted = countedRows(question, (dimensions) =>
    group_by === undefined ? sql`null::text as key` : sql`${dimensions[group_by]} as key`,
  );
  const bounds = `{${question.boundaries.map(toInstant).join(",")}}`;
  return tx.execute<RateCell>(sql`
    select key, width_bucket(at, ${bounds}::timestamptz[]) - 1 as bucket, sum(failures)::float8 as failures,
      coalesce(sum(failures) filter (where unmapped), 0)::float8 as unmapped
    from (${counted}) as counted
    where failures > 0 and at >= ${start(question)}::timestamptz and at < ${end(question)}::timestamptz
    group by 1, 2`);
}

export type RateAgainstCalls = { calls: number; failures: number };

/**
 * Calls, and the failures of those (service, environment, tenant, tool) only that reported calls in the
 * range: both sides of the failure rate from one statement. Null when no calls were reported. Those that
 * called are few, so they choose the series before a row is counted. The key is JSON because `is not
 * distinct from` cannot be hashed.
 */
export async function countAgainstCalls(
  tx: Transaction,
  question: RateQuestion,
): Promise<RateAgainstCalls | null> {
  const { filters, confinement } = question;
  const unknown = { code: null, class: null, effect: null, unmapped: null };
  const called = sql`called as materialized (
    select ${callerKey(calls)} as key, sum(${calls.calls}) as calls from ${calls}
    where ${and(
      within(calls.minute, start(question), end(question)),
      matching(filters, { ...calls, ...unknown }),
      confine(confinement, calls),
    )}
    group by 1 having sum(${calls.calls}) > 0
  )`;
  const [row] = await tx.execute<{ calls: number | null; failures: number }>(sql`
    with ${called}, failed as (
      select failures, at from (${countedRows(question, () => sql`null`, calledOnly)}) as counted
    )
    select (select sum(calls)::float8 from called) as calls,
      (select coalesce(sum(failures), 0)::float8 from failed
        where at >= ${start(question)}::timestamptz and at < ${end(question)}::timestamptz) as failures`);
  return row === undefined || row.calls === null ? null : { calls: row.calls, failures: row.failures };
}

type CallerColumns = Record<"service" | "environment" | "tenant" | "tool", Column>;

const callerKey = ({ service, environment, tenant, tool }: CallerColumns) =>
  sql`jsonb_build_array(${service}, ${environment}, ${tenant}, ${tool})`;
const calledOnly = (columns: CallerColumns) => sql`${callerKey(columns)} in (select key from called)`;

/** From when there are rows behind the counts: the oldest event, by one step down the index of each partition. */
export async function readRowsAvailableFrom(tx: Transaction): Promise<string | null> {
  const [row] = await tx.select({ oldest: min(events.occurred_at) }).from(events);
  return row?.oldest ?? null;
}

type Dimensions = Record<Grouping | "tenant", Column>;

/** `select <column>, unmapped, at, failures` over the rows that the question chose. */
function countedRows(
  question: RateQuestion,
  column: (dimensions: Dimensions) => SQL,
  only: (dimensions: Dimensions) => SQL | undefined = () => undefined,
): SQL {
  const { rows, filters, confinement } = question;
  if (rows.kind === "events") {
    const range = { ...filters, from: start(question), to: end(question) };
    return sql`select ${column(events)}, ${events.unmapped} as unmapped, ${events.occurred_at} as at, 1 as failures
      from ${events} where ${and(matchingEvents(range, confinement), only(events))}`;
  }
  const chosen = and(
    eq(series.level, rows.level),
    matching(filters, series),
    confine(confinement, { ...series, tenant: rows.level === "tenant" ? series.tenant : null }),
    only(series),
  );
  if (rows.kind === "minutes")
    return sql`select ${column(series)}, ${series.unmapped} as unmapped, ${rollupMinutes.minute} as at,
        ${rollupMinutes.failures} as failures
      from ${series} join ${rollupMinutes} using (series_id)
      where ${and(chosen, within(rollupMinutes.minute, start(question), end(question)))}`;
  const hours = and(chosen, within(rollupHours.hour, startOfHour(question), end(question)));
  return sql`select ${column(series)}, ${series.unmapped} as unmapped, quarter.at as at, quarter.failures as failures
    from ${series} join ${rollupHours} using (series_id) cross join lateral (${quartersOf(question)}) as quarter(at, failures)
    where ${hours}`;
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
const toInstant = (millis: number) => instantFromMicros(millis * 1000).iso;
const start = ({ boundaries }: RateQuestion) => toInstant(boundaries[0] ?? 0);
const end = ({ boundaries }: RateQuestion) => toInstant(boundaries.at(-1) ?? 0);

/** A zone off the full hour begins inside an hour's row. */
function startOfHour({ boundaries }: RateQuestion): string {
  const millis = boundaries[0] ?? 0;
  return toInstant(millis - (millis % HOUR_MILLIS));
}
