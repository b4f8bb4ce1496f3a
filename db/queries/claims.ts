import { and, desc, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { claims } from "@/db/schema/claims";
import type { CaseFilter } from "@/domain/case-filter";
import type { CaseScope } from "@/domain/case-scope";
import { CLAIM_SECONDS } from "@/domain/claim-rules";
import { addSeconds } from "@/domain/instant";
import { recordAudit } from "./audit";
import { matchesFilter } from "./case-filter";
import { withinScope } from "./case-scope";
import type { Actor } from "./change-cases";
import type { CaseRow } from "./lock-cases";

export type ClaimRow = typeof claims.$inferSelect;

const NO_CLAIM = { claimed_by: null, claimed_by_id: null, claimed_at: null, claim_expires_at: null };

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

/** The cases that take-next chooses from; the conditions of the index `cases_unclaimed`. */
function unclaimed(scope: CaseScope, filter: CaseFilter): SQL | undefined {
  return and(
    eq(cases.state, "open"),
    isNull(cases.claim_expires_at),
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
  const next = mostUrgent(tx, unclaimed(scope, filter)).for("update", { skipLocked: true });
  return hold(tx, sql`${cases.case_id} = ${next}`, holder, now);
}

/** The most urgent unclaimed case, also one that somebody holds for a moment, such as an event that joins it. */
export async function findUnclaimed(
  db: Database,
  scope: CaseScope,
  filter: CaseFilter,
): Promise<string | null> {
  const [next] = await mostUrgent(db, unclaimed(scope, filter));
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
  return hold(tx, and(eq(cases.case_id, case_id), unclaimed(scope, filter)), holder, now);
}

async function hold(
  tx: Transaction,
  which: SQL | undefined,
  holder: Actor,
  now: string,
): Promise<CaseRow | null> {
  const claim_expires_at = addSeconds(now, CLAIM_SECONDS);
  const renews = sql`${cases.claimed_by_id} = ${holder.id} and ${cases.claim_expires_at} > ${now}::text::timestamptz`;
  const [row] = await tx
    .update(cases)
    .set({
      claimed_by: holder.name,
      claimed_by_id: holder.id,
      claimed_at: sql`case when ${renews} then ${cases.claimed_at} else ${now}::text::timestamptz end`,
      claim_expires_at,
      version: sql`${cases.version} + case when ${renews} then 0 else 1 end`,
    })
    .where(which)
    .returning();
  if (row === undefined) return null;
  const isNew = await noteClaim(tx, row, holder, now, claim_expires_at);
  if (isNew) await auditClaim(tx, "case.claimed", row, holder);
  return row;
}

/** Keeps the history of holds; true when this one begins, false when it goes on. The row's lock is held. */
async function noteClaim(
  tx: Transaction,
  row: CaseRow,
  holder: Actor,
  now: string,
  expires_at: string,
): Promise<boolean> {
  // Sent at once, done in this order: an expired hold ends before the next one can begin.
  const [, [claim]] = await Promise.all([
    expireClaims(
      tx,
      and(
        eq(claims.case_id, row.case_id),
        or(lte(claims.expires_at, now), sql`${claims.by_id} <> ${holder.id}`),
      ),
    ),
    tx
      .insert(claims)
      .values({
        ...{ case_id: row.case_id, opening: row.opening, claimed_at: now, expires_at },
        ...{ by_kind: holder.kind, by_id: holder.id, by: holder.name },
      })
      .onConflictDoUpdate({
        target: claims.case_id,
        targetWhere: isNull(claims.ended_at),
        set: { expires_at },
      })
      .returning({ isNew: sql<boolean>`xmax = 0` }),
  ]);
  return claim?.isNew ?? false;
}

/** Gives back the caller's claim, live or not; false when they have none. */
export async function giveBackRow(
  tx: Transaction,
  scope: CaseScope,
  case_id: string,
  holder: Actor,
  now: string,
): Promise<boolean> {
  const [row] = await tx
    .update(cases)
    .set({ ...NO_CLAIM, version: sql`${cases.version} + 1` })
    .where(and(eq(cases.case_id, case_id), eq(cases.claimed_by_id, holder.id), withinScope(scope)))
    .returning();
  if (row === undefined) return false;
  await endClaim(tx, case_id, "given_back", now);
  await auditClaim(tx, "case.given_back", row, holder);
  return true;
}

export type ClaimEnd = NonNullable<ClaimRow["ended_as"]>;

/** Closes the live row of each case's claim history. */
export async function endClaims(
  tx: Transaction,
  case_ids: readonly string[],
  ended_as: ClaimEnd,
  now: string,
): Promise<void> {
  await tx
    .update(claims)
    .set({ ended_at: now, ended_as })
    .where(and(sql`${claims.case_id} = any(${sql.param(case_ids)}::uuid[])`, isNull(claims.ended_at)));
}

/** Closes the live row of a case's claim history. */
export function endClaim(tx: Transaction, case_id: string, ended_as: ClaimEnd, now: string): Promise<void> {
  return endClaims(tx, [case_id], ended_as, now);
}

/**
 * Frees the cases whose claims ran out, so that take-next finds them in its index; their ids. Skips rows
 * that are being worked on: they are freed the next time. One statement, so that take-next pays one round
 * trip for it.
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
    )
    select case_id from freed`);
  return rows.map(({ case_id }) => case_id);
}

async function expireClaims(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(claims)
    .set({ ended_at: claims.expires_at, ended_as: "expired" })
    .where(and(isNull(claims.ended_at), which));
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

function auditClaim(tx: Transaction, action: string, row: CaseRow, actor: Actor): Promise<void> {
  const { case_id, tenant, environment, service } = row;
  return recordAudit(tx, {
    ...{ actor, action, subject_kind: "case", subject_id: case_id },
    ...{ tenant, environment, service },
  });
}
