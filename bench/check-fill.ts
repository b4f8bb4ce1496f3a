import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { readCodeHours, readUnmappedHours } from "@/db/queries/count-hours";
import { lockHours, storeHour } from "@/db/queries/store-hours";

/** Throws where the rollups count other than all events, or the duty makes anything else of two hours than was filled. */
export async function checkFill(db: Database): Promise<void> {
  await checkRollups(db);
  await checkHours(db);
}

async function checkRollups(db: Database): Promise<void> {
  const levels = await db.execute<{ level: string; counted: number; stored: number }>(sql`
    select level, sum(q0 + q1 + q2 + q3)::float8 as counted, (select count(*) from events)::float8 as stored
    from rollup_hours join series using (series_id) group by level`);
  const wrong = levels.filter(({ counted, stored }) => counted !== stored);
  if (levels.length !== 3 || wrong.length > 0)
    throw new Error(`the rollups do not count all events: ${JSON.stringify(levels)}`);
}

/** Has the duty look through two hours anew, with nothing kept of it. */
async function checkHours(db: Database): Promise<void> {
  for (const hours of [5, 50]) {
    const [row] = await db.execute<{ hour: string }>(sql`
      select to_char(max(hour) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00.000000Z"') as hour
      from counted_hours where hour < now() - ${hours}::int * interval '1 hour'`);
    const hour = row?.hour ?? "";
    const undone = new Error("undone");
    await db
      .transaction(async (tx) => {
        const before = await rowsOf(tx, hour);
        await lockHours(tx);
        const codes = await readCodeHours(tx, hour);
        const unmapped = await readUnmappedHours(tx, hour);
        await storeHour(tx, hour, { codes, unmapped }, new Date().toISOString());
        const after = await rowsOf(tx, hour);
        if (before.length === 0 || JSON.stringify(before) !== JSON.stringify(after))
          throw new Error(`the fill of ${hour} is not what the duty makes of it`);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
  }
}

async function rowsOf(tx: Transaction, hour: string): Promise<string[]> {
  const all = (table: SQL) =>
    sql`select to_jsonb(row)::text as text from ${table} as row where hour = ${hour}::text::timestamptz`;
  const rows = await tx.execute<{ text: string }>(
    sql`${all(sql`code_hours`)} union all ${all(sql`unmapped_hours`)} order by 1`,
  );
  return rows.map(({ text }) => text);
}
