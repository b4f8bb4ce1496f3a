import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { parseJson } from "@/domain/json";
import type { AttemptRow } from "./attempts";

/** The attempts of a case that did not say themselves that nothing was done. */
const inDoubt = (case_id: string) =>
  and(eq(attempts.case_id, case_id), sql`${attempts.effect} is distinct from 'absent'`);

/** How many attempts of a case are in doubt. */
export async function countInDoubt(db: Database | Transaction, case_id: string): Promise<number> {
  return db.$count(attempts, inDoubt(case_id));
}

/** The oldest of them, at most `limit`. Numbers in snapshots are carried. */
export async function listInDoubt(db: Database, case_id: string, limit: number): Promise<AttemptRow[]> {
  const rows = await db
    .select({ ...getTableColumns(attempts), snapshot: sql<string>`${attempts.snapshot}::text` })
    .from(attempts)
    .where(inDoubt(case_id))
    .orderBy(asc(attempts.occurred_at), asc(attempts.attempt_id))
    .limit(limit);
  return rows.map((row) => ({ ...row, snapshot: parseJson(row.snapshot) }));
}
