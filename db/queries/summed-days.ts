import { type Column, type SQL, sql } from "drizzle-orm";
import { isoFromMillis } from "@/domain/instant";
import type { DayPiece, MillisRange } from "@/domain/rate-pieces";
import type { Summed, SummedDay } from "@/domain/summed-days";
import type { Database, Transaction } from "../client";
import { within } from "./event-filter";

/*
 * As with failures (decision 0112): whoever adds to a day that is summed up takes it out in the same transaction, and both
 * hold one lock, so that no day is ever summed without what was counted. Readers have one snapshot of days and rows.
 */
const lockOf = (of: Summed) => sql`hashtext(${`errata.sum_${of}`})`;

/** So much younger than a day that may be summed that nobody who adds to it has to hold the lock. */
const UNSUMMED_MILLIS = 6 * 3_600_000;

const millisOf = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** The days that are summed up and touch the range, oldest first; all of them without a range. */
export async function readSummedDays(tx: Transaction, of: Summed, range?: MillisRange): Promise<SummedDay[]> {
  const touching = range
    ? sql`and day > ${isoFromMillis(range.from)}::timestamptz - interval '1 day' and day < ${isoFromMillis(range.to)}::timestamptz`
    : sql``;
  return tx.execute<SummedDay>(sql`
    select ${millisOf(sql`day`)} as day, ${millisOf(sql`coalesce(first_hour, day)`)} as "from",
      ${millisOf(sql`coalesce(last_hour + interval '1 hour', day + interval '1 day')`)} as "to"
    from summed_days where of = ${of} ${touching} order by day`);
}

/** Takes the days of what comes late out, so that their rows are read until they are summed anew. */
export async function unsumDays(tx: Transaction, of: Summed, instants: readonly string[]): Promise<void> {
  const since = new Date(Date.now() - UNSUMMED_MILLIS).toISOString();
  const late = instants.filter((at) => at < since);
  if (late.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(of)})`);
  await takeOut(tx, of, late);
}

/** The same for who holds the lock of those that sum. In order, so that two that come late pass each other. */
export async function takeOut(tx: Transaction, of: Summed, instants: readonly string[]): Promise<void> {
  const days = [...new Set(instants.map((at) => `${at.slice(0, 10)}T00:00:00Z`))];
  await tx.execute(sql`delete from summed_days where of = ${of} and day in (
    select day from summed_days where of = ${of} and day = any(${sql.param(days)}::text[]::timestamptz[])
    order by day for update)`);
}

const DAY_TABLES: Readonly<Record<Summed, readonly string[]>> = {
  calls: ["call_days", "caller_days", "call_overview_days"],
  hours: ["code_days", "unmapped_days"],
  recoveries: ["recovery_days"],
};

/** Takes out the days from before an instant, whose rows are about to go; the one that it cuts is summed again. */
export async function forgetDays(tx: Pick<Database, "execute">, of: Summed, before: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOf(of)})`);
  for (const table of ["summed_days", ...DAY_TABLES[of]]) {
    const own = table === "summed_days" ? sql`of = ${of} and` : sql``;
    await tx.execute(
      sql`delete from ${sql.identifier(table)} where ${own} day < ${before}::text::timestamptz`,
    );
  }
}

/** Lets nobody add to a day that is over while it is summed up. */
export async function lockSumming(tx: Transaction, of: Summed): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOf(of)})`);
}

/** Says that a day is summed up. */
export async function rememberSummed(
  tx: Transaction,
  of: Summed,
  day: string,
  hours: { first: string | null; last: string | null } = { first: null, last: null },
): Promise<void> {
  await tx.execute(sql`
    insert into summed_days (of, day, first_hour, last_hour) values (${of}, ${day}::text::timestamptz,
      ${hours.first}::text::timestamptz, ${hours.last}::text::timestamptz)
    on conflict (of, day) do update set first_hour = excluded.first_hour, last_hour = excluded.last_hour, coarse = false`);
}

const OLDEST: Readonly<Record<Summed, SQL>> = {
  calls: sql`select min(minute) from calls`,
  hours: sql`select min(hour) from counted_hours`,
  recoveries: sql`select min(occurred_at) from recoveries`,
};

/** Up to so many days that begin before `before` and are not summed up, newest first. */
export async function listUnsummedDays(
  db: Database,
  of: Summed,
  { before, limit }: { before: string; limit: number },
): Promise<string[]> {
  const rows = await db.execute<{ day: string }>(sql`
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD"T00:00:00.000000Z"') as day
    from generate_series(date_trunc('day', (${OLDEST[of]}), 'UTC'), ${before}::text::timestamptz, interval '1 day', 'UTC') as day
    where not exists (select from summed_days where of = ${of} and summed_days.day = day.day)
    order by 1 desc limit ${limit}`);
  return rows.map(({ day }) => day);
}

/** The rows of a table that lie within any of these ranges. */
export function withinAny(column: Parameters<typeof within>[0], ranges: readonly MillisRange[]): SQL {
  if (ranges.length === 0) return sql`false`;
  const each = ranges.map(
    ({ from, to }) => within(column, isoFromMillis(from), isoFromMillis(to)) ?? sql`true`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

/** The parts of days that fall into steps, as a table of `day`, `low`, `high` and `step`. */
export function piecesTable(pieces: readonly DayPiece[]): SQL {
  const column = (name: "low" | "high" | "bucket") =>
    sql`${sql.param(pieces.map((piece) => piece[name]))}::int[]`;
  return sql`unnest(${daysArray(pieces.map(({ day }) => day))}, ${column("low")}, ${column("high")}, ${column("bucket")})
    as piece(day, low, high, step)`;
}

/** The step that holds an instant, from 0; `width_bucket` finds it by binary search, where arithmetic on times is slow. */
export const stepOf = (at: Column | SQL, boundaries: readonly number[]): SQL =>
  sql`width_bucket(${at}, ${daysArray(boundaries)}) - 1`;

/** These days as an array of their starts. */
export const daysArray = (days: readonly number[]): SQL =>
  sql`${`{${days.map(isoFromMillis).join(",")}}`}::timestamptz[]`;

/** The day as a bound: from its start to the start of the next. */
export const inDay = (column: string, day: string): SQL =>
  sql`${sql.raw(column)} >= ${day}::text::timestamptz and ${sql.raw(column)} < ${day}::text::timestamptz + interval '1 day'`;
