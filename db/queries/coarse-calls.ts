import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../client";
import { inDay, lockSumming } from "./summed-days";

/** Up to so many days of calls that were over at `before`, are summed up and still have their minutes, oldest first. */
export async function listFineDays(db: Database, before: string, limit: number): Promise<string[]> {
  const rows = await db.execute<{ day: string }>(sql`
    select to_char(day at time zone 'UTC', 'YYYY-MM-DD"T00:00:00.000000Z"') as day from summed_days
    where of = 'calls' and not coarse and day + interval '1 day' <= ${before}::text::timestamptz
    order by summed_days.day limit ${limit}`);
  return rows.map(({ day }) => day);
}

/**
 * Puts the minutes of a day's calls together into quarter hours. What is summed up of the day stays true, for it knows no
 * less than quarters; who adds to the day waits. Does nothing when the day was taken out meanwhile or is coarse already.
 */
export async function coarsenDay(tx: Transaction, day: string): Promise<void> {
  await lockSumming(tx, "calls");
  const taken = await tx.execute(sql`
    update summed_days set coarse = true
    where of = 'calls' and not coarse and day = ${day}::text::timestamptz returning day`);
  if (taken.length === 0) return;
  const quarter = sql`date_bin('15 minutes', minute, ${day}::text::timestamptz)`;
  await tx.execute(sql`
    with taken as (
      delete from calls where ${inDay("minute", day)} and minute <> ${quarter}
      returning ${quarter} as minute, tool, service, environment, tenant, release, calls
    )
    insert into calls (minute, tool, service, environment, tenant, release, calls)
    select minute, tool, service, environment, tenant, release, sum(calls)::bigint from taken group by 1, 2, 3, 4, 5, 6
    on conflict (minute, tool, service, environment, tenant, release) do update set calls = calls.calls + excluded.calls`);
}
