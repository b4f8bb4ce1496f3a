import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../client";
import { runNamed } from "../driver";
import { unrollDays } from "./rolled-days";

/** Failures to add to one series at one time. */
export type RollupIncrement = { series_id: number; at: string; failures: number };
export type HourIncrement = {
  series_id: number;
  hour: string;
  q0: number;
  q1: number;
  q2: number;
  q3: number;
};

const ADD_MINUTES = `
  insert into rollup_minutes as r (series_id, minute, failures)
  select series_id, at, failures
  from unnest($1::text::int[], $2::text::timestamptz[], $3::text::int[]) as item(series_id, at, failures)
  order by series_id, at
  on conflict (series_id, minute) do update set failures = r.failures + excluded.failures`;

/** Adds to the minute rollup. Sorted by key, so that concurrent flushes lock the same rows in the same order. */
export async function addToMinutes(
  tx: Database | Transaction,
  increments: readonly RollupIncrement[],
): Promise<void> {
  if (increments.length === 0) return;
  const column = (name: keyof RollupIncrement) => arrayOf(increments, name);
  await runNamed(tx, ADD_MINUTES, [column("series_id"), column("at"), column("failures")]);
}

const ADD_HOURS = `
  insert into rollup_hours as r (series_id, hour, q0, q1, q2, q3)
  select series_id, hour, q0, q1, q2, q3
  from unnest($1::text::int[], $2::text::timestamptz[], $3::text::int[], $4::text::int[], $5::text::int[], $6::text::int[])
    as item(series_id, hour, q0, q1, q2, q3)
  order by series_id, hour
  on conflict (series_id, hour) do update
    set q0 = r.q0 + excluded.q0, q1 = r.q1 + excluded.q1, q2 = r.q2 + excluded.q2, q3 = r.q3 + excluded.q3`;

/**
 * No hour that began so short ago is folded yet, and no day of one is rolled: hours are folded an hour and a half after
 * their end, which leaves as long for clocks that differ and for transactions that wait.
 */
const UNFOLDED_MILLIS = 3_600_000;

/** Adds to the hour rollup, by quarter; sorted like the minutes. What comes late takes its day out of those that were rolled and folded. */
export async function addToHours(
  tx: Database | Transaction,
  increments: readonly HourIncrement[],
): Promise<void> {
  if (increments.length === 0) return;
  const since = new Date(Date.now() - UNFOLDED_MILLIS).toISOString();
  const late = increments.filter(({ hour }) => hour < since);
  if (late.length > 0)
    await unrollDays(
      tx,
      late.map(({ hour }) => hour),
    );
  const column = (name: keyof HourIncrement) => arrayOf(increments, name);
  await runNamed(tx, ADD_HOURS, [
    ...[column("series_id"), column("hour")],
    ...[column("q0"), column("q1"), column("q2"), column("q3")],
  ]);
}

/** One column as a PostgreSQL array; of numbers and instants only, which need no quotes. */
function arrayOf<Row>(rows: readonly Row[], column: keyof Row): string {
  return `{${rows.map((row) => row[column]).join(",")}}`;
}

/** Deletes up to 5,000 minute rows from before this instant; answers how many there were. */
export async function trimMinutes(db: Database, before: string): Promise<number> {
  const rows = await db.execute(sql`
    with old as (select series_id, minute from rollup_minutes where minute < ${before}::timestamptz limit 5000)
    delete from rollup_minutes r using old where r.series_id = old.series_id and r.minute = old.minute
    returning 1`);
  return rows.length;
}
