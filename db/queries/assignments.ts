import { and, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { mayWork, seesCase } from "./assignees";
import { recordAudits } from "./audit";
import type { Actor } from "./change-cases";
import { nextVersion } from "./give-up-cases";
import type { CaseRow } from "./lock-cases";
import { tellOfCases } from "./notices";

/** Who asks, when, and as a part of which bulk action. */
export type Assigning = { by: Actor; now: string; bulk_id?: string | undefined };

/**
 * Asks a person to see to the cases that meet the condition, as far as they may work them and see them and do not
 * see to them already; answers those that changed. One statement decides.
 */
export async function assignCases(
  tx: Transaction,
  which: SQL | undefined,
  person_id: string,
  assigning: Assigning,
): Promise<CaseRow[]> {
  const person = sql`(select people.name from people where people.id = ${person_id}::uuid)`;
  const fit = sql`exists (select from people where people.id = ${person_id}::uuid and ${mayWork} and ${seesCase})`;
  const rows = await tx
    .update(cases)
    .set({
      assigned_to: person,
      assigned_to_id: person_id,
      assigned_at: assigning.now,
      version: nextVersion,
    })
    .where(
      and(which, ne(cases.state, "settled"), sql`${cases.assigned_to_id} is distinct from ${person_id}`, fit),
    )
    .returning();
  await auditAssignments(tx, "case.assigned", rows, assigning, { assigned_to_id: person_id });
  return rows;
}

/** Tells the person of the cases they were just asked to see to, once for a whole bulk action; the topics to publish. */
export function tellAssigned(
  tx: Transaction,
  rows: readonly CaseRow[],
  person_id: string,
  assigning: Assigning,
): Promise<string[]> {
  const told = rows.map(({ case_id }) => ({ case_id, data: {} }));
  return tellOfCases(tx, { kind: "assigned", told, ...assigning, to: [person_id], followers: false });
}

/** Asks nobody any more; answers the cases that changed. */
export async function unassignCases(
  tx: Transaction,
  which: SQL | undefined,
  assigning: Assigning,
): Promise<CaseRow[]> {
  const rows = await tx
    .update(cases)
    .set({ assigned_to: null, assigned_to_id: null, assigned_at: null, version: nextVersion })
    .where(and(which, isNotNull(cases.assigned_to_id)))
    .returning();
  await auditAssignments(tx, "case.unassigned", rows, assigning, {});
  return rows;
}

async function auditAssignments(
  tx: Transaction,
  action: string,
  rows: readonly CaseRow[],
  { by, bulk_id }: Assigning,
  details: Record<string, unknown>,
): Promise<void> {
  if (rows.length === 0) return;
  await recordAudits(
    tx,
    { actor: by, action, subject_kind: "case" },
    rows.map(({ case_id, tenant, environment, service }) => ({
      ...{ subject_id: case_id, tenant, environment, service },
      details: { ...details, ...(bulk_id !== undefined && { bulk_id }) },
    })),
  );
}
