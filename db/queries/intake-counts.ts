import { sql } from "drizzle-orm";
import type { IntakeCount } from "@/domain/intake";
import type { Database } from "../client";

/**
 * Adds to what came in, within the transaction that stores it and last in it, since the rows are shared by all that a
 * source sends. Sorted by key, so that transactions lock the same rows in the same order.
 */
export async function addIntakeCounts(
  tx: Pick<Database, "execute">,
  counts: readonly IntakeCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await tx.execute(sql`
    insert into intake_counts as c (source_id, door, slot, measure, detail, items)
    select source_id, door, slot, measure, detail, items
    from json_to_recordset(${JSON.stringify(counts)}::text::json)
      as item(source_id int, door text, slot timestamptz, measure text, detail text, items bigint)
    order by source_id, door, slot, measure, detail
    on conflict (source_id, door, slot, measure, detail) do update set items = c.items + excluded.items`);
}

/** Deletes up to 5,000 counts from before this instant; answers how many there were. */
export async function trimIntakeCounts(db: Pick<Database, "execute">, before: string): Promise<number> {
  const rows = await db.execute(sql`
    delete from intake_counts where ctid = any(array(
      select ctid from intake_counts where slot < ${before}::text::timestamptz limit 5000))
    returning 1`);
  return rows.length;
}
