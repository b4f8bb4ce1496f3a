import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { notes } from "@/db/schema/notes";
import type { CaseScope } from "@/domain/case-scope";
import { recordAudit } from "./audit";
import { withinScope } from "./case-scope";
import type { Actor } from "./change-cases";
import { closeClaims, isWorkableBy, NO_CLAIM, NO_SNOOZE, nextVersion } from "./give-up-cases";
import type { CaseRow } from "./lock-cases";
import { insertNote } from "./notes";

export type Escalation = { case_id: string; reason: string; by: Actor; now: string };

/**
 * Asks for another pair of eyes on an open case that nobody else holds: the claim and a snooze end, the reason
 * becomes a note. Null when it is not there, not open or held by another.
 */
export async function escalateRow(
  tx: Transaction,
  scope: CaseScope,
  { case_id, reason, by, now }: Escalation,
): Promise<CaseRow | null> {
  const [row] = await tx
    .update(cases)
    .set({
      ...{ escalated_at: now, escalated_by: by.name, escalated_by_id: by.id },
      ...NO_CLAIM,
      ...NO_SNOOZE,
      version: nextVersion,
    })
    .where(and(eq(cases.case_id, case_id), withinScope(scope), isWorkableBy(by.id, now)))
    .returning();
  if (row === undefined) return null;
  await closeClaims(tx, [case_id], "escalated", now);
  await insertNote(tx, { case_id, kind: "escalation", text: reason, by, now });
  await auditEscalation(tx, "case.escalated", row, by);
  return row;
}

/** Takes an escalation back; null when there was none in reach. */
export async function deescalateRow(
  tx: Transaction,
  scope: CaseScope,
  case_id: string,
  by: Actor,
): Promise<CaseRow | null> {
  const [row] = await tx
    .update(cases)
    .set({ ...{ escalated_at: null, escalated_by: null, escalated_by_id: null }, version: nextVersion })
    .where(and(eq(cases.case_id, case_id), withinScope(scope), isNotNull(cases.escalated_at)))
    .returning();
  if (row === undefined) return null;
  await auditEscalation(tx, "case.deescalated", row, by);
  return row;
}

/** Whether this person's escalation for this very reason stands: the same again counts once. */
export async function isEscalatedFor(
  tx: Transaction,
  row: Pick<CaseRow, "case_id" | "escalated_by_id">,
  by_id: string,
  reason: string,
): Promise<boolean> {
  if (row.escalated_by_id !== by_id) return false;
  const [last] = await tx
    .select({ is_same: sql<boolean>`${notes.text} = ${reason}` })
    .from(notes)
    .where(and(eq(notes.case_id, row.case_id), eq(notes.kind, "escalation"), eq(notes.by_id, by_id)))
    .orderBy(desc(notes.created_at))
    .limit(1);
  return last?.is_same ?? false;
}

function auditEscalation(tx: Transaction, action: string, row: CaseRow, actor: Actor): Promise<void> {
  const { case_id, tenant, environment, service } = row;
  return recordAudit(tx, {
    ...{ actor, action, subject_kind: "case", subject_id: case_id },
    ...{ tenant, environment, service },
  });
}
