import { sql } from "drizzle-orm";
import { isoFromMillis } from "@/domain/instant";
import type { DaySpan, MillisRange } from "@/domain/rate-pieces";
import type { Database, Transaction } from "../client";
import { lockRolling } from "./rolled-days";

/*
 * A day is folded without holding up who adds to it: a turn is taken under the lock of `rolled-days.ts`, for a moment, so
 * that all who added without knowing of it are done; then the hours are read, and what was made of them counts only if the
 * turn is still there. Whoever comes late takes it out, with what was folded before.
 */

/** Folders come one after the other; those who add never wait for it. */
const FOLDING = sql`hashtext('errata.fold_days')`;

const millisOf = (column: string) => sql`(extract(epoch from ${sql.raw(column)}) * 1000)::float8`;

/** The days that are folded and touch the range, as far as they are; oldest first. */
export async function readFoldedDays(tx: Transaction, { from, to }: MillisRange): Promise<DaySpan[]> {
  return tx.execute<DaySpan>(sql`
    select ${millisOf("day")} as day, ${millisOf("until")} as until from folded_until
    where until > day and until > ${isoFromMillis(from)}::timestamptz and day < ${isoFromMillis(to)}::timestamptz order by day`);
}

/** A day to fold up to an instant, a full hour. */
export type DayToFold = { day: string; until: string };

/** Up to so many days with hours before `before`, a full hour, that are not folded up to their end or to there; newest first. */
export async function listUnfoldedDays(db: Database, before: string, limit: number): Promise<DayToFold[]> {
  const iso = (column: string) =>
    sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00.000000Z"')`;
  return db.execute<DayToFold>(sql`
    select ${iso("wanted.day")} as day, ${iso("wanted.until")} as until from (
      select day, least(day + interval '24 hours', ${before}::text::timestamptz) as until
      from generate_series(date_trunc('day', (select min(hour) from rollup_hours), 'UTC'),
        ${before}::text::timestamptz - interval '1 hour', interval '1 day', 'UTC') as day
    ) as wanted left join folded_until using (day)
    where folded_until.until is null or folded_until.until < wanted.until
    order by wanted.day desc limit ${limit}`);
}

/** Folds a day; false where a failure came late meanwhile, or somebody else folds it: it is folded another time. */
export async function foldDay(db: Database, { day, until }: DayToFold): Promise<boolean> {
  const turn = await takeTurn(db, day);
  const isGone = new Error("the turn is gone");
  return db
    .transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${FOLDING})`);
      await writeFoldedDay(tx, { day, until });
      const rows = await tx.execute(sql`
        update folded_until set until = ${until}::text::timestamptz
        where day = ${day}::text::timestamptz and turn = ${turn}::uuid returning 1`);
      if (rows.length === 0) throw isGone;
      return true;
    })
    .catch((error: unknown) => {
      if (error === isGone) return false;
      throw error;
    });
}

function takeTurn(db: Database, day: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    await lockRolling(tx);
    const [row] = await tx.execute<{ turn: string }>(sql`
      insert into folded_until (day, until, turn) values (${day}::text::timestamptz, ${day}::text::timestamptz, gen_random_uuid())
      on conflict (day) do update set turn = excluded.turn returning turn`);
    return row?.turn ?? null;
  });
}

/** Hashes throughout: by their words, twenty thousand rows take as long to sort as all else together. */
async function writeFoldedDay(tx: Transaction, { day, until }: DayToFold): Promise<void> {
  await tx.execute(sql`select set_config('enable_sort', 'off', true), set_config('work_mem', '32MB', true)`);
  await tx.execute(sql`delete from folded_days where day = ${day}::text::timestamptz`);
  await tx.execute(sql`
    with counted as (
      select case when grouping(tool) = 0 then 'tool' when grouping(code) = 0 then 'code'
          when grouping(effect) = 0 then 'effect' when grouping(release) = 0 then 'release' else 'none' end as part,
        coalesce(tool, code, effect, release) as key, class, unmapped,
        date_part('hour', hour at time zone 'UTC')::int as hour, array[sum(q0), sum(q1), sum(q2), sum(q3)]::int[] as quarters
      from rollup_hours join series using (series_id)
      where level = 'full' and hour >= ${day}::text::timestamptz and hour < ${until}::text::timestamptz
      group by class, unmapped, 5, grouping sets ((tool), (code), (effect), (release), ())
    ),
    gathered as (
      select part, key, class, unmapped, array_agg(hour) as hours, array_agg(quarters) as counts from counted group by 1, 2, 3, 4
    )
    insert into folded_days (day, part, key, class, unmapped, sums)
    select ${day}::text::timestamptz, part, key, class, unmapped, (
      select array_agg(total order by quarter) from (
        select quarter, (sum(coalesce(counts[array_position(hours, quarter / 4)][quarter % 4 + 1], 0)) over (order by quarter))::int as total
        from generate_series(0, 95) as quarter
      ) as summed
    ) from gathered`);
}
