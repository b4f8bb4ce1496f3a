import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";

/**
 * Lets the rest of this transaction sort and hash some tens of thousands of rows in memory: with the default of 4 MB it
 * would go by way of files. Nothing is known of how many rows a CTE gives under a filter, and guessing few the planner
 * compared each of 50,000 with each: minutes instead of a second. So it joins by hash or merge.
 */
export async function widen(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`select set_config('work_mem', '64MB', true), set_config('enable_nestloop', 'off', true)`,
  );
}
