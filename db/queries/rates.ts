import { min, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import type { FoldedPart } from "@/domain/folded-part";
import { isoFromMillis } from "@/domain/instant";
import { isWholeDay } from "@/domain/rate-pieces";
import type { Grouping } from "@/domain/rate-rows";
import type { RateCell } from "@/domain/rate-series";
import { type Dimensions, type RateQuestion, summedRows } from "./counted-rows";
import { readFoldedDays } from "./folded-days";
import { readRolledDays } from "./rolled-days";

/** Which keys are drawn by themselves: the first so many by failures, or these; the rest is one. */
export type DrawnKeys = { top: number } | { keys: readonly (string | null)[] };

/** One snapshot for everything that is shown together. */
export function inSnapshot<T>(db: Database, read: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(read, { isolationLevel: "repeatable read", accessMode: "read only" });
}

/**
 * Lets the rest of this transaction sum some hundred thousand rows in memory, and by hashing: how many there are of a
 * level of the series nobody tells the planner, and guessing few it sorted all of them by their words, by way of files.
 */
export async function preferHashing(tx: Transaction): Promise<void> {
  await tx.execute(sql`select set_config('work_mem', '32MB', true), set_config('enable_sort', 'off', true)`);
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
 * codes must not carry the points of all. A rest of a single key is drawn by itself, since it takes no more room. Keys
 * are ranked by themselves, not with their cells: sorting eighteen thousand cells by their words took longer than reading
 * them. No stored text is empty, so that an empty name is "not reported", by which rows can be hashed.
 */
export function gatherRest(cells: SQL, drawn: DrawnKeys, sums: SQL): SQL {
  const isDrawn =
    "top" in drawn
      ? sql`rank <= ${drawn.top}::int or keys <= ${drawn.top}::int + 1`
      : sql`case when key is null then ${drawn.keys.includes(null)}::boolean
          else key = any(${sql.param(drawn.keys.filter((key) => key !== null))}::text[]) end`;
  return sql`
    with cells as materialized (${cells}),
    weighed as (select key, sum(failures) as weight from cells group by key),
    ranked as (select key, dense_rank() over (order by weight desc, key collate "C" nulls last) as rank,
      count(*) over () as keys from weighed),
    judged as (select key, ${isDrawn} as drawn from ranked),
    chosen as (select coalesce(key, '') as name, drawn, (count(*) filter (where not drawn) over ())::int as other_keys
      from judged)
    select case when drawn then key end as key, not drawn as is_other, bucket, ${sums}, other_keys
    from cells join chosen on name = coalesce(key, '') group by 1, 2, 3, other_keys`;
}

/** Steps from here on are read by the day where days are rolled; finer ones would cut each day into too many. */
const BY_ROLLED_DAY_MILLIS = 5 * 3_600_000;
/** Folded days are so few rows that they may be cut into hours. */
const BY_FOLDED_DAY_MILLIS = 3_600_000;

/**
 * The question with the days that may be read as a whole, as the snapshot has them: folded to `part`, if that is all that
 * the question looks at, and rolled where they are not.
 */
export async function withDays(
  tx: Transaction,
  question: RateQuestion,
  part: FoldedPart | null,
): Promise<RateQuestion> {
  const { rows, boundaries } = question;
  const range = { from: boundaries[0] ?? 0, to: boundaries.at(-1) ?? 0 };
  const isCoarse = (millis: number) => range.to - range.from >= millis * (boundaries.length - 1);
  if (rows.kind !== "hours" || rows.level === "tenant") return question;
  const [spans, days] = await Promise.all([
    part !== null && isCoarse(BY_FOLDED_DAY_MILLIS) ? readFoldedDays(tx, range) : [],
    isCoarse(BY_ROLLED_DAY_MILLIS)
      ? readRolledDays(tx, isoFromMillis(range.from), isoFromMillis(range.to))
      : [],
  ]);
  const whole = new Set(spans.filter(isWholeDay).map(({ day }) => day));
  const rolled = days.map((day) => Date.parse(day)).filter((day) => !whole.has(day));
  const folded = spans.filter(({ day }) => !rolled.includes(day));
  return part === null ? { ...question, rolled } : { ...question, rolled, folded: { part, days: folded } };
}

/** From when there are rows behind the counts: the oldest event, by one step down the index of each partition. */
export async function readRowsAvailableFrom(tx: Transaction): Promise<string | null> {
  const [row] = await tx.select({ oldest: min(events.occurred_at) }).from(events);
  return row?.oldest ?? null;
}
