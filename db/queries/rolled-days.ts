import { and, asc, gt, lt, sql } from "drizzle-orm";
import { rolledDays } from "@/db/schema/rollups";
import type { Database, Transaction } from "../client";

/*
 * A day is rolled once it is long over. Whoever adds to a rolled day takes it out in the same transaction, and both hold
 * one lock, so that no day is ever rolled without a failure that was counted: the sum of the days is that of the hours.
 */
const LOCK = sql`hashtext('errata.roll_days')`;

/** Waits for all who add to days that may be rolled or folded, and keeps them waiting to the end of the transaction. */
export async function lockRolling(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** The starts of the rolled days that touch the range, oldest first. */
export async function readRolledDays(tx: Transaction, from: string, to: string): Promise<string[]> {
  const rows = await tx
    .select({ day: rolledDays.day })
    .from(rolledDays)
    .where(and(gt(rolledDays.day, sql`${from}::timestamptz - interval '1 day'`), lt(rolledDays.day, to)))
    .orderBy(asc(rolledDays.day));
  return rows.map(({ day }) => day);
}

/** Takes the days of these hours out, so that they are read by the hour until they are rolled and folded anew. */
export async function unrollDays(tx: Database | Transaction, hours: readonly string[]): Promise<void> {
  const days = [...new Set(hours.map((hour) => `${hour.slice(0, 10)}T00:00:00Z`))];
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${LOCK})`);
  // In order, so that two batches that come late for the same days pass each other.
  for (const table of [sql`rolled_days`, sql`folded_until`])
    await tx.execute(sql`delete from ${table} where day in (
      select day from ${table} where day = any(${sql.param(days)}::text[]::timestamptz[]) order by day for update)`);
}

/** Up to so many days with hours that are not rolled and end by `before`, newest first. */
export async function listUnrolledDays(db: Database, before: string, limit: number): Promise<string[]> {
  const rows = await db.execute<{ day: string }>(sql`
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD"T00:00:00.000000Z"') as day
    from generate_series(date_trunc('day', (select min(hour) from rollup_hours), 'UTC'),
      ${before}::text::timestamptz - interval '1 day', interval '1 day', 'UTC') as day
    where not exists (select from rolled_days where rolled_days.day = day.day)
    order by 1 desc limit ${limit}`);
  return rows.map(({ day }) => day);
}

/** Rolls a day: for each series that failed in it, the failures up to the end of each quarter hour. */
export async function rollDay(tx: Transaction, day: string): Promise<void> {
  await lockRolling(tx);
  const inDay = sql`hour >= ${day}::text::timestamptz and hour < ${day}::text::timestamptz + interval '1 day'`;
  await tx.execute(sql`delete from rollup_days where day = ${day}::text::timestamptz`);
  // Quarters without a failure come by UNION ALL: a join with all of them is planned as a product within each series.
  await tx.execute(sql`
    with counted as (
      select series_id, (extract(epoch from hour - ${day}::text::timestamptz) / 900)::int + place as quarter, failures
      from rollup_hours join series using (series_id)
        cross join lateral (values (0, q0), (1, q1), (2, q2), (3, q3)) as part(place, failures)
      where level <> 'tenant' and ${inDay}
    )
    insert into rollup_days (series_id, day, sums)
    select series_id, ${day}::text::timestamptz, array_agg(total order by quarter) from (
      select series_id, quarter, (sum(sum(failures)) over (partition by series_id order by quarter))::int as total
      from (
        select series_id, quarter, coalesce(failures, 0) as failures from counted
        union all
        select series_id, quarter, 0 from (select distinct series_id from counted) as named
          cross join generate_series(0, 95) as quarter
      ) as padded group by series_id, quarter
    ) as summed group by series_id`);
  await tx.execute(
    sql`insert into rolled_days (day) values (${day}::text::timestamptz) on conflict do nothing`,
  );
}
