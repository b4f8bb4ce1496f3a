import { sql } from "drizzle-orm";
import { addSeconds } from "@/domain/instant";
import type { Database, Transaction } from "../client";

/*
 * An hour is rolled once it is over. Who counts into an hour holds its lock, shared, and leaves a mark if by then it is
 * long over by the database's clock; who rolls it holds the lock alone. So a count is either seen by the rolling, or it
 * leaves a mark that the rolling does not see, which takes the hour out until it is rolled anew (decision 0099).
 */

/** "intk" in ASCII: the first half of an hour's lock; the other is its number since 1970. */
const HOUR_LOCK = 0x696e746b;
/** Rolling and trimming take turns, in every process. */
const ROLLING = sql`hashtext('errata.roll_intake')`;

/** Marks begin so much sooner than rolling that a clock which is set back by less loses nothing. */
const LATE_AFTER = "65 minutes";
const ROLLED_AFTER = "75 minutes";

const QUARTER_SECONDS = 900;

const lockKeys = (hour: string) => `${HOUR_LOCK}, (extract(epoch from ${hour}) / 3600)::int`;

/** The start of the hour that holds an instant, whatever the session's time zone. */
const hourOf = (at: string) => `date_bin('1 hour', ${at}, '2000-01-01T00:00:00Z')`;

/**
 * Parts of a `with` for who counts into the `slot`s of `item`: holds their hours and marks those that are late. The clock
 * is read once the lock is held, which a part that is materialized sees to.
 */
export const MARK_LATE_HOURS = `
  held as materialized (
    select hour, pg_advisory_xact_lock_shared(${lockKeys("hour")}) as lock
    from (select distinct ${hourOf("slot")} as hour from item order by 1) as counted
  ),
  late as (
    insert into late_intake_hours (hour) select hour from held where hour < clock_timestamp() - interval '${LATE_AFTER}'
  )`;

/** The starts of the hours within a range that `intake_hours` speaks for, in order; microseconds since 1970. */
export async function readRolledIntakeHours(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<number[]> {
  const rows = await tx.execute<{ micros: number }>(sql`
    select (extract(epoch from hour) * 1000000)::float8 as micros from rolled_intake_hours as rolled
    where hour >= ${from}::text::timestamptz and hour < ${to}::text::timestamptz
      and not exists (select from late_intake_hours as late where late.hour = rolled.hour)
    order by hour`);
  return rows.map(({ micros }) => micros);
}

/** Up to so many hours that are over and not rolled, or counted in late; newest first, before `before` if it is given. */
export async function listIntakeHoursToRoll(
  db: Database,
  { before, limit }: { before: string | null; limit: number },
): Promise<string[]> {
  const rows = await db.execute<{ hour: string }>(sql`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00"Z"') as hour
    from generate_series(${sql.raw(hourOf("(select min(slot) from intake_counts)"))},
      least(clock_timestamp() - interval '${sql.raw(ROLLED_AFTER)}',
        ${before}::text::timestamptz - interval '1 hour'), interval '1 hour') as hour
    where not exists (select from rolled_intake_hours as rolled where rolled.hour = hour.hour)
      or exists (select from late_intake_hours as late where late.hour = hour.hour)
    order by 1 desc limit ${limit}`);
  return rows.map(({ hour }) => hour);
}

/** Rolls an hour that is over; false if somebody counts into it at this moment, so that it has to wait. */
export async function rollIntakeHour(tx: Transaction, hour: string): Promise<boolean> {
  const start = sql`${hour}::text::timestamptz`;
  const [lock] = await tx.execute<{ held: boolean }>(sql`
    select pg_advisory_xact_lock(${ROLLING}), pg_try_advisory_xact_lock(${sql.raw(lockKeys("hour"))}) as held
    from (select ${start}) as counted(hour)`);
  if (!lock?.held) return false;
  await tx.execute(sql`delete from intake_hours where hour = ${start}`);
  // The quarters are one array, which is a constant to the plan; a text would be read anew for every row.
  const quarters = `{${[0, 1, 2, 3, 4].map((place) => addSeconds(hour, place * QUARTER_SECONDS)).join(",")}}`;
  const at = (place: number) => sql`(${quarters}::timestamptz[])[${sql.raw(`${place + 1}`)}]`;
  const items = (place: number) =>
    sql`coalesce(sum(items) filter (where slot >= ${at(place)} and slot < ${at(place + 1)}), 0)`;
  await tx.execute(sql`
    with seen as (delete from late_intake_hours where hour = ${start}),
      rolled as (insert into rolled_intake_hours (hour) values (${start}) on conflict do nothing)
    insert into intake_hours (source_id, door, hour, measure, detail, q0, q1, q2, q3)
    select source_id, door, ${start}, measure, detail, ${items(0)}, ${items(1)}, ${items(2)}, ${items(3)}
    from intake_counts where slot >= ${at(0)} and slot < ${at(4)}
    group by source_id, door, measure, detail`);
  return true;
}

/** Takes out the hours from before an instant, whose counts are about to go; the hour that it cuts is rolled again. */
export async function forgetIntakeHours(tx: Transaction, before: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ROLLING})`);
  for (const table of ["rolled_intake_hours", "late_intake_hours", "intake_hours"])
    await tx.execute(sql`delete from ${sql.identifier(table)} where hour < ${before}::text::timestamptz`);
}
