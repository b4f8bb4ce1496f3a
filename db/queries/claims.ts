import { and, desc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { claims } from "@/db/schema/claims";
import type { CaseFilter } from "@/domain/case-filter";
import type { CaseScope } from "@/domain/case-scope";
import { matchesFilter } from "./case-filter";
import { withinScope } from "./case-scope";
import type { Actor } from "./change-cases";
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
  return hold(tx, available, holder, now);
}

/**
 * The cases that take-next chooses from; the conditions of the index `cases_unclaimed`. Not what sleeps, nor what
 * the holder could not settle and passed on.
 */
function unclaimed(scope: CaseScope, filter: CaseFilter, holder_id: string): SQL | undefined {
  return and(
    eq(cases.state, "open"),
    isNull(cases.claim_expires_at),
    isNull(cases.snoozed_until),
    sql`${cases.escalated_by_id} is distinct from ${holder_id}`,
    withinScope(scope),
    matchesFilter(filter),
  );
}

const mostUrgent = (db: Database | Transaction, which: SQL | undefined) =>
  db
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(which)
    .orderBy(cases.deadline_at, cases.case_id)
    .limit(1);

/**
 * Takes the most urgent case that nobody claimed and whose row nobody holds this moment; null when there is
 * none. Those who take at the same instant skip each other's rows (`cases_unclaimed`: 2 ms at 100k). The
 * rows are never waited for here: one that changed since the snapshot stays locked although it is passed
 * over, and whoever holds one row and waits for the next deadlocks with ingest, which locks in another order.
 */
export function takeNextRow(
  tx: Transaction,
  scope: CaseScope,
  filter: CaseFilter,
  holder: Actor,
  now: string,
): Promise<CaseRow | null> {
  const next = mostUrgent(tx, unclaimed(scope, filter, holder.id)).for("update", { skipLocked: true });
  return hold(tx, sql`${cases.case_id} = ${next}`, holder, now);
}

/** The most urgent unclaimed case, also one that somebody holds for a moment, such as an event that joins it. */
export async function findUnclaimed(
  db: Database,
  scope: CaseScope,
  filter: CaseFilter,
  holder: Actor,
): Promise<string | null> {
  const [next] = await mostUrgent(db, unclaimed(scope, filter, holder.id));
  return next?.case_id ?? null;
}

/** Takes this case if nobody has claimed it, waiting for its row and no other; null when somebody has. */
export function takeUnclaimedRow(
  tx: Transaction,
  scope: CaseScope,
  filter: CaseFilter,
  case_id: string,
  holder: Actor,
  now: string,
): Promise<CaseRow | null> {
  return hold(tx, and(eq(cases.case_id, case_id), unclaimed(scope, filter, holder.id)), holder, now);
}

async function hold(
  tx: Transaction,
  which: SQL | undefined,
  holder: Actor,
  now: string,
): Promise<CaseRow | null> {
  return (await holdCases(tx, which, { holder, now }))[0] ?? null;
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

/**
 * Frees the cases whose claims ran out and wakes those whose snooze is over, so that take-next finds them in its
 * index; their ids. Skips rows that are being worked on: they are freed the next time. One statement, so that
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
    ), slept as (
      select case_id from cases where snoozed_until is not null and snoozed_until <= ${now}::text::timestamptz
        and claim_expires_at is null
      order by snoozed_until limit ${limit} for update skip locked
    ), woken as (
      update cases set snoozed_until = null, snoozed_by = null, version = version + 1
      where case_id in (select case_id from slept)
      returning case_id
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
