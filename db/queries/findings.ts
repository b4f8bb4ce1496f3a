import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import type { AttemptFinding, FoundAttempt } from "@/domain/attempt-finding";
import type { Actor } from "./change-cases";
import { nextVersion } from "./give-up-cases";
import type { LockedCase } from "./lock-cases";

export type Finding = {
  attempt_ids: readonly number[];
  found: AttemptFinding;
  external_id: string | null;
  note: string | null;
};

/** What rules need to know of a case's attempts, all of them; none where no finding can stand in a verdict's way. */
export async function readFindings(
  tx: Transaction,
  found: Pick<LockedCase, "case_id" | "flags">,
): Promise<FoundAttempt[]> {
  const columns = {
    ...{ attempt_id: attempts.attempt_id, effect: attempts.effect },
    ...{ found: attempts.found, found_at: attempts.found_at },
  };
  const duplicate = found.flags.includes("possible_duplicate");
  const anyFound = sql`exists (select from attempts f where f.case_id = ${found.case_id} and f.found is not null)`;
  return tx
    .select(columns)
    .from(attempts)
    .where(and(eq(attempts.case_id, found.case_id), duplicate ? undefined : anyFound))
    .orderBy(attempts.attempt_id);
}

/**
 * The same of many cases, for those of which something was found. Possible duplicates are left out unless it was:
 * no verdict for many touches them.
 */
export async function readFindingsOf(
  db: Database | Transaction,
  case_ids: readonly string[],
): Promise<Map<string, FoundAttempt[]>> {
  const findings = new Map<string, FoundAttempt[]>();
  if (case_ids.length === 0) return findings;
  const among = sql`select f.case_id from attempts f
    where f.case_id = any(${sql.param([...case_ids])}::uuid[]) and f.found is not null`;
  const rows = await db
    .select({
      ...{ case_id: attempts.case_id, attempt_id: attempts.attempt_id, effect: attempts.effect },
      ...{ found: attempts.found, found_at: attempts.found_at },
    })
    .from(attempts)
    .where(sql`${attempts.case_id} in (${among})`)
    .orderBy(attempts.attempt_id);
  for (const { case_id, ...one } of rows) findings.set(case_id, [...(findings.get(case_id) ?? []), one]);
  return findings;
}

/** Which of these are no attempts of the case. */
export async function notAttemptsOf(
  tx: Transaction,
  case_id: string,
  attempt_ids: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .select({ attempt_id: attempts.attempt_id })
    .from(attempts)
    .where(and(eq(attempts.case_id, case_id), isOneOf(attempt_ids)));
  const own = new Set(rows.map(({ attempt_id }) => attempt_id));
  return attempt_ids.filter((id) => !own.has(id));
}

/**
 * Writes what was found of these attempts of a case this transaction holds; the ids of those of which it says something
 * new in this opening.
 */
export async function recordFindingRows(
  tx: Transaction,
  { case_id, reopened_at }: Pick<LockedCase, "case_id" | "reopened_at">,
  { attempt_ids, found, external_id, note }: Finding,
  by: Actor,
  now: string,
): Promise<number[]> {
  const isNew = sql`(${attempts.found}, ${attempts.found_external_id}, ${attempts.found_note}, ${attempts.found_by_id})
    is distinct from (${found}::text, ${external_id}::text, ${note}::text, ${by.id}::text)
    or ${attempts.found_at} < ${reopened_at}::text::timestamptz`;
  const rows = await tx
    .update(attempts)
    .set({
      ...{ found, found_external_id: external_id, found_note: note },
      ...{ found_by: by.name, found_by_id: by.id, found_at: now },
    })
    .where(and(eq(attempts.case_id, case_id), isOneOf(attempt_ids), sql`(${isNew})`))
    .returning({ attempt_id: attempts.attempt_id });
  if (rows.length > 0) await tx.update(cases).set({ version: nextVersion }).where(eq(cases.case_id, case_id));
  return rows.map(({ attempt_id }) => attempt_id).sort((a, b) => a - b);
}

const isOneOf = (attempt_ids: readonly number[]) =>
  sql`${attempts.attempt_id} = any(${sql.param([...attempt_ids])}::bigint[])`;
