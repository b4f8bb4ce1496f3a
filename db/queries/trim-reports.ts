import { sql } from "drizzle-orm";
import type { Database } from "../client";
import { forgetDays } from "./summed-days";

/** Deletes up to 5,000 recoveries of before this instant; answers how many there were. */
export async function trimRecoveries(db: Database, before: string): Promise<number> {
  return db.transaction(async (tx) => {
    await forgetDays(tx, "recoveries", before);
    const rows = await tx.execute(sql`
      delete from recoveries where ctid = any(array(
        select ctid from recoveries where occurred_at < ${before}::text::timestamptz limit 5000))
      returning 1`);
    return rows.length;
  });
}

/**
 * Forgets up to 5,000 ids of reports of calls that came in before this instant. Their minutes are too old to be
 * accepted again, so that none counts twice; the calls themselves stay, as what rates are measured against.
 */
export async function trimCallReports(db: Database, before: string): Promise<number> {
  const rows = await db.execute(sql`
    delete from call_reports where ctid = any(array(
      select ctid from call_reports where received_at < ${before}::text::timestamptz limit 5000))
    returning 1`);
  return rows.length;
}
