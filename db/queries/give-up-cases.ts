import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { auditRanOut, type ClaimEnd } from "./ended-claims";

/** Open, and held by nobody or by this caller: what may be put aside or passed on. */
export function isWorkableBy(caller_id: string, now: string): SQL | undefined {
  const free = or(isNull(cases.claim_expires_at), lte(cases.claim_expires_at, now));
  return and(eq(cases.state, "open"), or(free, eq(cases.claimed_by_id, caller_id)));
}

/** What giving up a claim makes of the row. */
export const NO_CLAIM = {
  claimed_by: null,
  claimed_by_id: null,
  claimed_at: null,
  claim_expires_at: null,
} as const;

export const NO_SNOOZE = { snoozed_until: null, snoozed_by: null } as const;

/** Tells whoever read the case before that it changed. */
export const nextVersion = sql`${cases.version} + 1`;

/**
 * Closes the claim history of cases that were given up, or got their verdict; a hold that had run out before ended
 * then, and the audit says so.
 */
export async function closeClaims(
  tx: Transaction,
  case_ids: readonly string[],
  ended_as: ClaimEnd,
  now: string,
): Promise<void> {
  if (case_ids.length === 0) return;
  await tx.execute(sql`
    with closed as (
      update claims set ended_at = least(expires_at, ${now}::text::timestamptz),
        ended_as = case when expires_at <= ${now}::text::timestamptz then 'expired' else ${ended_as}::text end
      where case_id = any(${sql.param([...case_ids])}::uuid[]) and ended_at is null
      returning *
    ) ${auditRanOut(sql`closed`)}`);
}
