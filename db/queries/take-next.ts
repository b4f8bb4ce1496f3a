import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { preparedFor } from "@/db/prepared";
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

type Row = Record<"holder_kind" | "holder_id" | "holder_name" | "now" | "expires_at", string>;

const given = (name: keyof Row) => sql`${sql.placeholder(name)}::text`;

/**
 * The cases that take-next chooses from; the conditions of the index `cases_unclaimed`. Not what sleeps, nor what
 * the holder could not settle and passed on.
 */
const unclaimed = (holder_id: SQL | string, among: SQL | undefined): SQL | undefined =>
  and(
    eq(cases.state, "open"),
    isNull(cases.claim_expires_at),
    isNull(cases.snoozed_until),
    sql`${cases.escalated_by_id} is distinct from ${holder_id}`,
    among,
  );

const amongOf = ({ scope, filter }: Taking) => and(withinScope(scope), matchesFilter(filter));

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
export async function takeNextRow(db: Database, taking: Taking): Promise<CaseRow | null> {
  const { holder, now } = taking;
  const among = amongOf(taking);
  const statement = among === undefined ? takeFromAll(db) : takeStatement(db, among);
  const row: Row = {
    ...{ holder_kind: holder.kind, holder_id: holder.id, holder_name: holder.name },
    ...{ now, expires_at: addSeconds(now, CLAIM_SECONDS) },
  };
  return (await statement.execute(row))[0] ?? null;
}

/** What most people do most of the time. */
const takeFromAll = preparedFor((db) => takeStatement(db, undefined));

/**
 * One statement with the claim's history and the audit, hence one transaction: as four statements in one of
 * their own it took twice as long. An unclaimed case has no live claim, which makes this simpler than `holdCases`.
 */
function takeStatement(db: Database | Transaction, among: SQL | undefined) {
  const next = mostUrgent(db, unclaimed(given("holder_id"), among)).for("update", { skipLocked: true });
  const taken = db.$with("taken").as(
    db
      .update(cases)
      .set({
        ...{ claimed_by: given("holder_name"), claimed_by_id: given("holder_id") },
        claimed_at: sql`${given("now")}::timestamptz`,
        claim_expires_at: sql`${given("expires_at")}::timestamptz`,
        version: sql`${cases.version} + 1`,
      })
      .where(sql`${cases.case_id} = ${next}`)
      .returning(),
  );
  const begun = db.$with("begun", {}).as(sql`
    insert into claims (case_id, opening, claimed_at, expires_at, by_kind, by_id, by)
    select case_id, opening, claimed_at, claim_expires_at, ${given("holder_kind")}, claimed_by_id, claimed_by from taken
    on conflict (case_id) where ended_at is null do update set expires_at = excluded.expires_at`);
  const audited = db.$with("audited", {}).as(sql`
    insert into audit (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, tenant, environment, service)
    select ${given("holder_kind")}, claimed_by_id, claimed_by, 'case.claimed', 'case', case_id::text, tenant,
      environment, service from taken`);
  return db.with(taken, begun, audited).select().from(taken).prepare("take_next");
}

/** The most urgent unclaimed case, also one that somebody holds for a moment, such as an event that joins it. */
export async function findUnclaimed(db: Database, taking: Taking): Promise<string | null> {
  const [next] = await mostUrgent(db, unclaimed(taking.holder.id, amongOf(taking)));
  return next?.case_id ?? null;
}

/** Takes this case if nobody has claimed it, waiting for its row and no other; null when somebody has. */
export async function takeUnclaimedRow(
  tx: Transaction,
  taking: Taking,
  case_id: string,
): Promise<CaseRow | null> {
  const which = and(eq(cases.case_id, case_id), unclaimed(taking.holder.id, amongOf(taking)));
  return (await holdCases(tx, which, taking))[0] ?? null;
}
