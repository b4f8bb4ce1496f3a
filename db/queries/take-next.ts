import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import type { CaseFilter } from "@/domain/case-filter";
import type { CaseScope } from "@/domain/case-scope";
import { CLAIM_SECONDS } from "@/domain/claim-rules";
import { addSeconds } from "@/domain/instant";
import { matchesFilter } from "./case-filter";
import { withinScope } from "./case-scope";
import { type Holding, holdCases } from "./hold-cases";
import type { CaseRow } from "./lock-cases";

/** Who takes, from what, and when. */
export type Taking = Pick<Holding, "holder" | "now"> & { scope: CaseScope; filter: CaseFilter };

/**
 * The cases that take-next chooses from; the conditions of the index `cases_unclaimed`. Not what sleeps, nor what
 * the holder could not settle and passed on.
 */
function unclaimed({ scope, filter, holder }: Taking): SQL | undefined {
  return and(
    eq(cases.state, "open"),
    isNull(cases.claim_expires_at),
    isNull(cases.snoozed_until),
    sql`${cases.escalated_by_id} is distinct from ${holder.id}`,
    withinScope(scope),
    matchesFilter(filter),
  );
}

const mostUrgent = (db: Database, which: SQL | undefined) =>
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
 *
 * One statement with the claim's history and the audit, hence one transaction: as four statements in one of
 * their own it took twice as long. An unclaimed case has no live claim, which makes this simpler than `holdCases`.
 */
export async function takeNextRow(db: Database, taking: Taking): Promise<CaseRow | null> {
  const { holder, now } = taking;
  const expires_at = addSeconds(now, CLAIM_SECONDS);
  const next = mostUrgent(db, unclaimed(taking)).for("update", { skipLocked: true });
  const taken = db.$with("taken").as(
    db
      .update(cases)
      .set({
        claimed_by: holder.name,
        claimed_by_id: holder.id,
        claimed_at: now,
        claim_expires_at: expires_at,
        version: sql`${cases.version} + 1`,
      })
      .where(sql`${cases.case_id} = ${next}`)
      .returning(),
  );
  const begun = db.$with("begun", {}).as(sql`
    insert into claims (case_id, opening, claimed_at, expires_at, by_kind, by_id, by)
    select case_id, opening, claimed_at, claim_expires_at, ${holder.kind}::text, claimed_by_id, claimed_by from taken
    on conflict (case_id) where ended_at is null do update set expires_at = excluded.expires_at`);
  const audited = db.$with("audited", {}).as(sql`
    insert into audit (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, tenant, environment, service)
    select ${holder.kind}::text, claimed_by_id, claimed_by, 'case.claimed', 'case', case_id::text, tenant, environment,
      service from taken`);
  const rows = await db.with(taken, begun, audited).select().from(taken);
  return rows[0] ?? null;
}

/** The most urgent unclaimed case, also one that somebody holds for a moment, such as an event that joins it. */
export async function findUnclaimed(db: Database, taking: Taking): Promise<string | null> {
  const [next] = await mostUrgent(db, unclaimed(taking));
  return next?.case_id ?? null;
}

/** Takes this case if nobody has claimed it, waiting for its row and no other; null when somebody has. */
export async function takeUnclaimedRow(
  tx: Transaction,
  taking: Taking,
  case_id: string,
): Promise<CaseRow | null> {
  const which = and(eq(cases.case_id, case_id), unclaimed(taking));
  return (await holdCases(tx, which, taking))[0] ?? null;
}
