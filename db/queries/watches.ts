import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { watches } from "@/db/schema/watches";

/** Watches a case the person was found to see; false when they did already. */
export async function insertWatch(
  tx: Transaction,
  case_id: string,
  person_id: string,
  now: string,
): Promise<boolean> {
  const rows = await tx
    .insert(watches)
    .values({ case_id, person_id, created_at: now })
    .onConflictDoNothing()
    .returning({ case_id: watches.case_id });
  return rows.length > 0;
}

/** False when they did not watch it. */
export async function deleteWatch(tx: Transaction, case_id: string, person_id: string): Promise<boolean> {
  const rows = await tx
    .delete(watches)
    .where(and(eq(watches.case_id, case_id), eq(watches.person_id, person_id)))
    .returning({ case_id: watches.case_id });
  return rows.length > 0;
}

export async function isWatched(db: Database, case_id: string, person_id: string): Promise<boolean> {
  const rows = await db
    .select({ case_id: watches.case_id })
    .from(watches)
    .where(and(eq(watches.case_id, case_id), eq(watches.person_id, person_id)));
  return rows.length > 0;
}
