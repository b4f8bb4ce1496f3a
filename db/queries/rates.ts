import { and, type Column, min, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { events } from "@/db/schema/events";
import type { CallGrouping, Grouping } from "@/domain/rate-rows";
import type { RateCell } from "@/domain/rate-series";
import { confine } from "./confinement";
import {
  bucketOf,
  countedRows,
  type Dimensions,
  endOf,
  type RateQuestion,
  startOf,
  summedRows,
  toInstant,
} from "./counted-rows";
import { matching, within } from "./event-filter";
import { readRolledDays } from "./rolled-days";

/** Which keys are drawn by themselves: the first so many by failures, or these; the rest is one. */
export type DrawnKeys = { top: number } | { keys: readonly (string | null)[] };

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
  drawn: DrawnKeys | null = null,
): Promise<RateCell[]> {
  const key = (dimensions: Dimensions) =>
    group_by === undefined ? sql`null::text` : sql`${dimensions[group_by]}`;
  const cells = sql`
    select key, bucket, sum(failures)::float8 as failures,
      coalesce(sum(failures) filter (where unmapped), 0)::float8 as unmapped
    from (${summedRows(question, key)}) as counted group by 1, 2`;
  if (drawn === null) return tx.execute<RateCell>(cells);
  const sums = sql`sum(failures)::float8 as failures, sum(unmapped)::float8 as unmapped`;
  return tx.execute<RateCell>(gatherRest(cells, drawn, sums));
}

/**
 * The cells with all keys that are not drawn gathered into one, in the same pass: a chart of twelve among thousands of
 * codes must not carry the points of all. A rest of a single key is drawn by itself, since it takes no more room.
 */
function gatherRest(cells: SQL, drawn: DrawnKeys, sums: SQL): SQL {
  const isDrawn =
    "top" in drawn
      ? sql`rank <= ${drawn.top}::int or keys <= ${drawn.top}::int + 1`
      : sql`case when key is null then ${drawn.keys.includes(null)}::boolean
          else key = any(${sql.param(drawn.keys.filter((key) => key !== null))}::text[]) end`;
  return sql`
    with cells as (${cells}),
    weighed as (select *, sum(failures) over by_key as weight, row_number() over by_key = 1 as is_first from cells
      window by_key as (partition by key)),
    ranked as (select *, dense_rank() over (order by weight desc, key collate "C" nulls last) as rank,
      count(*) filter (where is_first) over () as keys from weighed),
    chosen as (select *, ${isDrawn} as drawn from ranked)
    select case when drawn then key end as key, not drawn as is_other, bucket, ${sums},
      (sum(count(*) filter (where is_first and not drawn)) over ())::int as other_keys
    from chosen group by 1, 2, 3`;
}

/** Steps from here on are read by the day where days are rolled; finer ones would cut each day into too many. */
const BY_DAY_MILLIS = 5 * 3_600_000;

/** The question with the days that may be read as a whole, as the snapshot has them. */
export async function withRolledDays(tx: Transaction, question: RateQuestion): Promise<RateQuestion> {
  const { rows, boundaries } = question;
  const [from, to] = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0];
  const isCoarse = to - from >= BY_DAY_MILLIS * (boundaries.length - 1);
  if (rows.kind !== "hours" || rows.level === "tenant" || !isCoarse) return question;
  const days = await readRolledDays(tx, toInstant(from), toInstant(to));
  return { ...question, rolled: days.map((day) => Date.parse(day)) };
}

export type RateAgainstCalls = { calls: number; failures: number };

/**
 * Calls, and the failures of those (service, environment, tenant, tool) only that reported calls in the
 * range: both sides of the failure rate from one statement. Null when no calls were reported. Those that
 * called are few, so they choose the series before a row is counted.
 */
export async function countAgainstCalls(
  tx: Transaction,
  question: RateQuestion,
): Promise<RateAgainstCalls | null> {
  if (!(await anyCalls(tx, question))) return null;
  const [row] = await tx.execute<{ calls: number | null; failures: number }>(sql`
    with called as materialized (${calledIn(question)}), failed as (
      select failures, at from (${countedRows(question, () => sql`null`, calledOnly)}) as counted
    )
    select (select sum(calls)::float8 from called) as calls,
      (select coalesce(sum(failures), 0)::float8 from failed
        where at >= ${startOf(question)}::timestamptz and at < ${endOf(question)}::timestamptz) as failures`);
  return row === undefined || row.calls === null ? null : { calls: row.calls, failures: row.failures };
}

/** Where nobody reports calls, none of the failures has to be looked through for those who did. */
async function anyCalls(tx: Transaction, question: RateQuestion): Promise<boolean> {
  const rows = await tx.select({ tool: calls.tool }).from(calls).where(callsOf(question)).limit(1);
  return rows.length > 0;
}

export type CallCell = {
  key: string | null;
  bucket: number;
  failures: number;
  calls: number;
  is_other: boolean;
  other_keys: number;
};

/** The same by key and step. What called in the range is chosen once for all steps, so that they add up to the whole. */
export async function countCallsBySteps(
  tx: Transaction,
  question: RateQuestion,
  group_by: CallGrouping | undefined,
  top: number,
): Promise<CallCell[]> {
  const failed = countedRows(
    question,
    (dimensions) => sql`${group_by === undefined ? sql`null::text` : dimensions[group_by]} as key`,
    calledOnly,
  );
  const key = group_by === undefined ? sql`null::text` : sql`${calls[group_by]}`;
  const cells = sql`
    select key, bucket, sum(failures)::float8 as failures, sum(calls)::float8 as calls from (
      select key, ${bucketOf(question)} as bucket, failures, 0 as calls from (${failed}) as counted
      where failures > 0 and at >= ${startOf(question)}::timestamptz and at < ${endOf(question)}::timestamptz
      union all
      select ${key}, ${bucketOf(question, sql`${calls.minute}`)}, 0, ${calls.calls} from ${calls}
      where ${callsOf(question)}
    ) as both_sides
    group by 1, 2`;
  const sums = sql`sum(failures)::float8 as failures, sum(calls)::float8 as calls`;
  // `gatherRest` begins a WITH of its own, so this one must stand before it and not inside.
  return tx.execute<CallCell>(
    sql`with called as materialized (${calledIn(question)}) select * from (${gatherRest(cells, { top }, sums)}) as gathered`,
  );
}

/** Calls know no codes, classes or effects, and must not be asked for them. */
const UNKNOWN_TO_CALLS = { code: null, class: null, effect: null, unmapped: null };

const callsOf = (question: RateQuestion) =>
  and(
    within(calls.minute, startOf(question), endOf(question)),
    matching(question.filters, { ...calls, ...UNKNOWN_TO_CALLS }),
    confine(question.confinement, calls),
  );

/** Who called in the range, and how often. The key is JSON because `is not distinct from` cannot be hashed. */
const calledIn = (question: RateQuestion) =>
  sql`select ${callerKey(calls)} as key, sum(${calls.calls}) as calls from ${calls}
    where ${callsOf(question)} group by 1 having sum(${calls.calls}) > 0`;

type CallerColumns = Record<"service" | "environment" | "tenant" | "tool", Column>;

const callerKey = ({ service, environment, tenant, tool }: CallerColumns) =>
  sql`jsonb_build_array(${service}, ${environment}, ${tenant}, ${tool})`;
const calledOnly = (columns: CallerColumns) => sql`${callerKey(columns)} in (select key from called)`;

/** From when there are rows behind the counts: the oldest event, by one step down the index of each partition. */
export async function readRowsAvailableFrom(tx: Transaction): Promise<string | null> {
  const [row] = await tx.select({ oldest: min(events.occurred_at) }).from(events);
  return row?.oldest ?? null;
}
