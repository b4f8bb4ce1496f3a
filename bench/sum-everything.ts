import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import { listIntakeHoursToRoll, rollIntakeHour } from "@/db/queries/intake-hours";
import { listUnrolledDays, rollDay } from "@/db/queries/rolled-days";
import { type SumDay, sumCalls, sumHours, sumRecoveries } from "@/db/queries/sum-days";
import { listUnsummedDays } from "@/db/queries/summed-days";
import type { Summed } from "@/domain/summed-days";

const HALF_DAY_MS = 43_200_000;
const ALL = 10_000;

/** Rolls and sums up what is over, as the duties do it. */
export async function sumEverything(db: Database, sql: Sql): Promise<void> {
  const isoOf = (ms: number) => new Date(ms).toISOString();
  const before = isoOf(Date.now() - HALF_DAY_MS);
  for (const day of await listUnrolledDays(db, before, ALL)) await db.transaction((tx) => rollDay(tx, day));
  const over = isoOf(Date.now() - 3 * HALF_DAY_MS);
  const sums: readonly [Summed, SumDay, string][] = [
    ["calls", sumCalls, over],
    ["recoveries", sumRecoveries, over],
    ["hours", sumHours, isoOf(Date.now())],
  ];
  for (const [of, sum, until] of sums)
    for (const day of await listUnsummedDays(db, of, { before: until, limit: ALL }))
      await db.transaction((tx) => sum(tx, day));
  for (const hour of await listIntakeHoursToRoll(db, { before: null, limit: ALL }))
    await db.transaction((tx) => rollIntakeHour(tx, hour));
  await sql`insert into failing_callers (tool, service, environment, tenant)
    select distinct tool, service, environment, tenant from series where level = 'tenant' on conflict do nothing`;
  await sql`vacuum analyze`;
}
