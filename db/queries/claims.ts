import { and, desc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "@/db/client";
import { preparedFor } from "@/db/prepared";
import { cases } from "@/db/schema/cases";
import { claims } from "@/db/schema/claims";
import type { CaseScope } from "@/domain/case-scope";
import { withinScope } from "./case-scope";
import type { Actor } from "./change-cases";
import { auditRanOut, auditSleptOut } from "./ended-claims";
import { giveBackCases, holdCases } from "./hold-cases";
import type { CaseRow } from "./lock-cases";

export type ClaimRow = typeof claims.$inferSelect;

/**
 * Takes or renews the claim on an open case; null when it is not there, not open or held by another. One
 * conditional update decides between any number who try at once.
 */
export async function claimCaseRow(
  tx: Transaction,
  scope: CaseScope,
  case_id: string,
  holder: Actor,
  now: string,
): Promise<CaseRow | null> {
  const free = or(isNull(cases.claim_expires_at), lte(cases.claim_expires_at, now));
  const available = and(
    eq(cases.case_id, case_id),
    eq(cases.state, "open"),
    withinScope(scope),
    or(free, eq(cases.claimed_by_id, holder.id)),
  );
  return (await holdCases(tx, available, { holder, now }))[0] ?? null;
}

/** Gives back the caller's claim, live or not; false when they have none. */
export async function giveBackRow(
  tx: Transaction,
  scope: CaseScope,
  case_id: string,
  holder: Actor,
  now: string,
): Promise<boolean> {
  const which = and(eq(cases.case_id, case_id), withinScope(scope));
  return (await giveBackCases(tx, which, { holder, now })).length > 0;
}

/** Whether there is anything for `rescueClaims` to do: nearly never, and take-next asks each time. */
export async function anyToRescue(db: Database, now: string): Promise<boolean> {
  return (await firstToRescue(db).execute({ now })).length > 0;
}

const firstToRescue = preparedFor((db) => {
  // In the order of the index, or a plan for any time at all would read the table until it finds one.
  const first = (column: PgColumn) =>
    db
      .select({ at: sql`${column}` })
      .from(cases)
      .where(sql`${column} is not null and ${column} <= ${sql.placeholder("now")}::text::timestamptz`)
      .orderBy(column)
      .limit(1);
  return first(cases.claim_expires_at).unionAll(first(cases.snoozed_until)).prepare("any_to_rescue");
});

/**
 * Frees the cases whose claims ran out and wakes those whose snooze is over, so that take-next finds them in its
 * index; their ids. The audit says of both that time did it. Skips rows that are being worked on: they are freed the next time. One statement, so that
 * take-next pays one round trip for it.
 */
export async function rescueClaims(db: Database | Transaction, now: string, limit = 500): Promise<string[]> {
  const rows = await db.execute<{ case_id: string }>(sql`
    with expired as (
      select case_id from cases where claim_expires_at is not null and claim_expires_at <= ${now}::text::timestamptz
      order by claim_expires_at limit ${limit} for update skip locked
    ), freed as (
      update cases set claimed_by = null, claimed_by_id = null, claimed_at = null, claim_expires_at = null,
        version = version + 1
      where case_id in (select case_id from expired)
      returning case_id
    ), ended as (
      update claims set ended_at = expires_at, ended_as = 'expired'
      where ended_at is null and case_id in (select case_id from freed)
      returning *
    ), noted as (${auditRanOut(sql`ended`)}
    ), slept as (
      select case_id from cases where snoozed_until is not null and snoozed_until <= ${now}::text::timestamptz
        and claim_expires_at is null
      order by snoozed_until limit ${limit} for update skip locked
    ), woken as (
      update cases set snoozed_until = null, snoozed_by = null, version = version + 1
      where case_id in (select case_id from slept)
      returning case_id
    ), told as (${auditSleptOut(sql`woken`)}
    )
    select case_id from freed union all select case_id from woken`);
  return rows.map(({ case_id }) => case_id);
}

/** Whether a claim of this holder on this opening of the case ran out. */
export async function hadClaim(
  db: Database | Transaction,
  case_id: string,
  opening: number,
  holder_id: string,
): Promise<boolean> {
  const rows = await db
    .select({ claim_id: claims.claim_id })
    .from(claims)
    .where(
      and(
        eq(claims.case_id, case_id),
        eq(claims.opening, opening),
        eq(claims.by_id, holder_id),
        eq(claims.ended_as, "expired"),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Who held the case and when, newest first. */
export function listClaims(db: Database, case_id: string) {
  return db
    .select()
    .from(claims)
    .where(eq(claims.case_id, case_id))
    .orderBy(desc(claims.claim_id))
    .limit(100);
}
