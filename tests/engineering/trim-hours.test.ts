import { afterAll, beforeAll, expect, it } from "vitest";
import { lockHours, trimHours } from "@/db/queries/store-hours";
import { sumHours } from "@/db/queries/sum-days";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { until } from "../support/until";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DAY = "2026-01-05T00:00:00.000000Z";

/** A failure of one code in each of the first two hours of the day. */
async function plant(): Promise<void> {
  await database.sql`
    insert into code_hours (hour, code, tool, class, unmapped, events, retry_yes, retry_no, effect_absent, effect_committed,
      effect_unknown, lacks_message, lacks_field, lacks_correction, lacks_retry_after, lacks_effect, lacking,
      lacking_in_reading, first_seen_at, last_seen_at)
    select hour, 'gone', 'pay', 'validation', false, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, hour, hour
    from generate_series(${DAY}::timestamptz, ${DAY}::timestamptz + interval '1 hour', interval '1 hour') as hour`;
  await database.sql`insert into counted_hours (hour, failures, changed_at, counted_at)
    select hour, events, hour, hour from code_hours`;
}

const isWaiting = async () => {
  const [row] = await database.sql<{ waiting: boolean }[]>`
    select exists (select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and not granted and datname = current_database()) as waiting`;
  return row?.waiting ?? false;
};

it("forgets a day that is summed while its hours are forgotten", async () => {
  await plant();
  let trimmed: Promise<boolean> | undefined;
  await database.db.transaction(async (tx) => {
    await lockHours(tx);
    await sumHours(tx, DAY);
    let isOver = false;
    trimmed = trimHours(database.db, "2026-01-06T00:00:00.000000Z").finally(() => {
      isOver = true;
    });
    await until(async () => expect(isOver || (await isWaiting())).toBe(true));
  });
  expect(await trimmed).toBe(false);
  const left = await database.sql`
    select 'hours' as of from code_hours union all select 'days' from code_days union all select 'summed' from summed_days`;
  expect(left).toEqual([]);
});
