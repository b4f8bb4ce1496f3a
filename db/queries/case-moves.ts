import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { audit } from "@/db/schema/audit";
import { type CaseMove, MOVE_ACTIONS, type WokenBecause } from "@/domain/case-moves";

const ACTIONS = Object.keys(MOVE_ACTIONS);

/** Moves that leave no row of their own, as the audit tells them: the newest first, at most `limit`. */
export async function listCaseMoves(db: Database, case_id: string, limit: number): Promise<CaseMove[]> {
  const rows = await db
    .select({
      ...{ at: audit.at, by: audit.actor_name, by_id: audit.actor_id, action: audit.action },
      to: sql<string | null>`(select people.name from people
        where people.id::text = ${audit.details} ->> 'assigned_to_id')`,
      until: sql<string | null>`${audit.details} ->> 'until'`,
      because: sql<WokenBecause | null>`${audit.details} ->> 'because'`,
    })
    .from(audit)
    .where(and(eq(audit.subject_kind, "case"), eq(audit.subject_id, case_id), inArray(audit.action, ACTIONS)))
    .orderBy(desc(audit.audit_id))
    .limit(limit);
  return rows.flatMap(({ action, ...row }) => {
    const move = MOVE_ACTIONS[action];
    return move === undefined ? [] : [{ ...row, move }];
  });
}
