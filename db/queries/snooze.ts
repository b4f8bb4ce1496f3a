import { and, gte, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { recordAudits } from "./audit";
import type { Actor } from "./change-cases";
import { closeClaims, isWorkableBy, NO_CLAIM, NO_SNOOZE, nextVersion } from "./give-up-cases";
import type { CaseRow } from "./lock-cases";

/** Who puts aside, when, and as a part of which bulk action. */
export type Snoozing = { by: Actor; now: string; bulk_id?: string | undefined };

/**
 * Puts aside the cases that meet the condition, are open, not held by another and not due before `until`, and do not
 * sleep until then already; answers those. Whoever puts a case aside gives it up.
 */
export async function snoozeCases(
  tx: Transaction,
  which: SQL | undefined,
  until: string,
  snoozing: Snoozing,
): Promise<CaseRow[]> {
  const { by, now } = snoozing;
  const rows = await tx
    .update(cases)
    .set({ snoozed_until: until, snoozed_by: by.name, ...NO_CLAIM, version: nextVersion })
    .where(
      and(
        which,
        isWorkableBy(by.id, now),
        gte(cases.deadline_at, until),
        sql`${cases.snoozed_until} is distinct from ${until}::text::timestamptz`,
      ),
    )
    .returning();
  await closeClaims(
    tx,
    rows.map(({ case_id }) => case_id),
    "given_back",
    now,
  );
  await auditSnoozes(tx, "case.snoozed", rows, snoozing, { until });
  return rows;
}

/** Ends the snooze of the cases that meet the condition; answers those that slept. */
export async function wakeCases(
  tx: Transaction,
  which: SQL | undefined,
  snoozing: Snoozing,
): Promise<CaseRow[]> {
  const rows = await tx
    .update(cases)
    .set({ ...NO_SNOOZE, version: nextVersion })
    .where(and(which, isNotNull(cases.snoozed_until)))
    .returning();
  await auditSnoozes(tx, "case.woken", rows, snoozing, {});
  return rows;
}

function auditSnoozes(
  tx: Transaction,
  action: string,
  rows: readonly CaseRow[],
  { by, bulk_id }: Snoozing,
  details: Record<string, unknown>,
): Promise<void> {
  return recordAudits(
    tx,
    { actor: by, action, subject_kind: "case" },
    rows.map(({ case_id, tenant, environment, service }) => ({
      ...{ subject_id: case_id, tenant, environment, service },
      details: { ...details, ...(bulk_id !== undefined && { bulk_id }) },
    })),
  );
}
