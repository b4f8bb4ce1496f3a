import { and, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { claims } from "@/db/schema/claims";
import type { CaseScope } from "@/domain/case-scope";
import { CLAIM_SECONDS } from "@/domain/claim-rules";
import { addSeconds } from "@/domain/instant";
import { recordAudit } from "./audit";
import { withinScope } from "./case-scope";
import { type CaseFilter, matchesFilter } from "./cases";
import type { Actor } from "./change-cases";

export type ClaimRow = typeof claims.$inferSelect;

const NO_CLAIM = { claimed_by: null, claimed_by_id: null, claimed_at: null, claim_expires_at: null };

/**
 * Takes or renews the claim on an open case; false when it is not there, not open or held by another. One
 * conditional update decides between any number who try at once.
 */
export async function claimCaseRow(
  tx: Transaction,
  scope: CaseScope,
  case_id: string,
  holder: Actor,
  now: string,
): Promise<boolean> {
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
 * Takes the most urgent unclaimed case; its id, or null when there is none. Those who take at the same
 * instant skip each other's rows (`cases_unclaimed`: 2 ms at 100k). `patient`: wait for rows that others
 * hold for a moment, so that the only open case is not missed because an event was joining it.
 */
export async function takeNextRow(
  tx: Transaction,
  scope: CaseScope,
  filter: CaseFilter,
  holder: Actor,
  now: string,
  patient: boolean,
): Promise<string | null> {
  const next = await tx
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(
      and(eq(cases.state, "open"), isNull(cases.claim_expires_at), withinScope(scope), matchesFilter(filter)),
    )
    .orderBy(cases.deadline_at, cases.case_id)
    .limit(1)
    .for("update", patient ? {} : { skipLocked: true });
  const case_id = next[0]?.case_id;
  if (case_id === undefined) return null;
  return (await hold(tx, eq(cases.case_id, case_id), holder, now)) ? case_id : null;
}

async function hold(tx: Transaction, which: SQL | undefined, holder: Actor, now: string): Promise<boolean> {
  const claim_expires_at = addSeconds(now, CLAIM_SECONDS);
  const renews = sql`${cases.claimed_by_id} = ${holder.id} and ${cases.claim_expires_at} > ${now}::text::timestamptz`;
  const rows = await tx
    .update(cases)
    .set({
      claimed_by: holder.name,
      claimed_by_id: holder.id,
      claimed_at: sql`case when ${renews} then ${cases.claimed_at} else ${now}::text::timestamptz end`,
      claim_expires_at,
      version: sql`${cases.version} + case when ${renews} then 0 else 1 end`,
    })
    .where(which)
    .returning({ case_id: cases.case_id, opening: cases.opening, claimed_at: cases.claimed_at });
  const row = rows[0];
  if (row === undefined) return false;
  await expireClaims(
    tx,
    and(
      eq(claims.case_id, row.case_id),
      or(lte(claims.expires_at, now), sql`${claims.by_id} <> ${holder.id}`),
    ),
  );
  await tx
    .insert(claims)
    .values({
      case_id: row.case_id,
      opening: row.opening,
      by_kind: holder.kind,
      by_id: holder.id,
      by: holder.name,
      claimed_at: now,
      expires_at: claim_expires_at,
    })
    .onConflictDoUpdate({
      target: claims.case_id,
      targetWhere: isNull(claims.ended_at),
      set: { expires_at: claim_expires_at },
    });
  if (row.claimed_at === now) await auditClaim(tx, "case.claimed", row.case_id, holder);
  return true;
}

/** Gives back the caller's claim, live or not; false when they have none. */
export async function giveBackRow(
  tx: Transaction,
  scope: CaseScope,
  case_id: string,
  holder: Actor,
  now: string,
): Promise<boolean> {
  const rows = await tx
    .update(cases)
    .set({ ...NO_CLAIM, version: sql`${cases.version} + 1` })
    .where(and(eq(cases.case_id, case_id), eq(cases.claimed_by_id, holder.id), withinScope(scope)))
    .returning({ case_id: cases.case_id });
  if (rows.length === 0) return false;
  await endClaim(tx, case_id, "given_back", now);
  await auditClaim(tx, "case.given_back", case_id, holder);
  return true;
}

/** Closes the live row of a case's claim history. */
export async function endClaim(
  tx: Transaction,
  case_id: string,
  ended_as: "given_back" | "settled" | "proposed",
  now: string,
): Promise<void> {
  await tx
    .update(claims)
    .set({ ended_at: now, ended_as })
    .where(and(eq(claims.case_id, case_id), isNull(claims.ended_at)));
}

/**
 * Frees the cases whose claims ran out, so that take-next finds them in its index; their ids. Skips rows
 * that are being worked on: they are freed the next time.
 */
export async function rescueClaims(tx: Transaction, now: string, limit = 500): Promise<string[]> {
  const expired = tx
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(and(isNotNull(cases.claim_expires_at), lte(cases.claim_expires_at, now)))
    .orderBy(cases.claim_expires_at)
    .limit(limit)
    .for("update", { skipLocked: true });
  const ids = (await expired).map((row) => row.case_id);
  if (ids.length === 0) return [];
  const among = sql`= any(${sql.param(ids)}::uuid[])`;
  await tx
    .update(cases)
    .set({ ...NO_CLAIM, version: sql`${cases.version} + 1` })
    .where(sql`${cases.case_id} ${among}`);
  await expireClaims(tx, sql`${claims.case_id} ${among}`);
  return ids;
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

async function auditClaim(tx: Transaction, action: string, case_id: string, actor: Actor): Promise<void> {
  const [row] = await tx
    .select({ tenant: cases.tenant, environment: cases.environment, service: cases.service })
    .from(cases)
    .where(eq(cases.case_id, case_id));
  await recordAudit(tx, { actor, action, subject_kind: "case", subject_id: case_id, ...row });
}
