import { sql } from "drizzle-orm";
import type { Database } from "../client";

/** Removes up to 1,000 records whose cases are all settled, and were before this instant; how many. */
export async function trimKeptFrames(db: Database, before: string): Promise<number> {
  const rows = await db.execute(sql`
    delete from kept_frames where ctid = any(array(
      select kept.ctid from kept_frames kept
      where not exists (
        select from attempts a join cases c using (case_id)
        where a.reference = kept.reference
          and (c.state <> 'settled' or c.settled_at >= ${before}::text::timestamptz))
      limit 1000))
    returning 1`);
  return rows.length;
}
