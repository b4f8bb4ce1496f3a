import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { bulkItems } from "@/db/schema/bulk-items";
import { cases } from "@/db/schema/cases";
import type { BulkOutcome } from "@/domain/bulk";
import type { CaseFilter } from "@/domain/case-filter";
import type { CaseView } from "@/domain/case-rules";
import type { CaseScope } from "@/domain/case-scope";
import { matchesFilter } from "./case-filter";
import { withinScope } from "./case-scope";
import { type CaseViewer, inView } from "./cases";

/** Freezes what a list of this view and filter holds; how many those are. Beyond `most`, none is frozen. */
export function freezeView(
  tx: Transaction,
  bulk_id: string,
  viewer: CaseViewer,
  chosen: { view?: CaseView | undefined; filter: CaseFilter },
  most: number,
): Promise<number> {
  const { view, filter } = chosen;
  const which = and(withinScope(viewer.scope), matchesFilter(filter), view && inView(view, viewer));
  return freezeItems(tx, bulk_id, which, most);
}

/** Freezes those of these cases that the scope reaches; how many those are. */
export function freezeNamed(
  tx: Transaction,
  bulk_id: string,
  scope: CaseScope,
  case_ids: readonly string[],
): Promise<number> {
  const which = and(sql`${cases.case_id} = any(${sql.param(case_ids)}::uuid[])`, withinScope(scope));
  return freezeItems(tx, bulk_id, which, case_ids.length);
}

/** In one statement, and so as of one moment, the most urgent first. */
async function freezeItems(
  tx: Transaction,
  bulk_id: string,
  which: SQL | undefined,
  most: number,
): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(sql`
    with chosen as materialized (select case_id, opening, proposal_id, deadline_at from cases where ${which ?? sql`true`}),
    counted as (select count(*)::int as total from chosen),
    frozen as (
      insert into bulk_items (bulk_id, position, case_id, opening, proposal_id)
      select ${bulk_id}::text::uuid, row_number() over (order by deadline_at, case_id), case_id, opening, proposal_id
      from chosen where (select total from counted) <= ${most}::int
      order by 2)
    select total from counted`);
  return row?.total ?? 0;
}

export type WaitingItem = { position: number; case_id: string; opening: number; proposal_id: string | null };

/**
 * Takes the next cases nothing became of yet, or this one if it still waits, until the transaction ends: what others
 * took at this moment is passed over, so nobody does the same and nobody waits.
 */
export function takeWaitingItems(
  tx: Transaction,
  bulk_id: string,
  { limit, position }: { limit: number; position?: number },
): Promise<WaitingItem[]> {
  return waitingItems(tx, bulk_id, position).limit(limit).for("update", { skipLocked: true });
}

/** The same, without taking them. */
export function listWaitingItems(db: Database, bulk_id: string, limit: number): Promise<WaitingItem[]> {
  return waitingItems(db, bulk_id).limit(limit);
}

function waitingItems(db: Database | Transaction, bulk_id: string, position?: number) {
  return db
    .select({
      position: bulkItems.position,
      case_id: bulkItems.case_id,
      opening: bulkItems.opening,
      proposal_id: bulkItems.proposal_id,
    })
    .from(bulkItems)
    .where(
      and(
        eq(bulkItems.bulk_id, bulk_id),
        isNull(bulkItems.outcome),
        position === undefined ? undefined : eq(bulkItems.position, position),
      ),
    )
    .orderBy(asc(bulkItems.position))
    .$dynamic();
}

export type ItemOutcome = {
  position: number;
  outcome: BulkOutcome;
  code: string | null;
  message: string | null;
};

/** Notes what became of these cases, in the transaction that took them and did it. */
export async function writeItemOutcomes(
  tx: Transaction,
  bulk_id: string,
  outcomes: readonly ItemOutcome[],
  now: string,
): Promise<void> {
  if (outcomes.length === 0) return;
  const positions = outcomes.map(({ position }) => position);
  // The range keeps it from looking through everything that waits.
  const rows = await tx.execute(sql`
    update bulk_items i set outcome = item.outcome, code = item.code, message = item.message,
      at = ${now}::text::timestamptz
    from unnest(${sql.param(positions)}::int[],
      ${sql.param(outcomes.map(({ outcome }) => outcome))}::text[],
      ${sql.param(outcomes.map(({ code }) => code))}::text[],
      ${sql.param(outcomes.map(({ message }) => message))}::text[]) as item(position, outcome, code, message)
    where i.bulk_id = ${bulk_id}::text::uuid and i.position = item.position and i.outcome is null
      and i.position between ${Math.min(...positions)}::int and ${Math.max(...positions)}::int
    returning i.position`);
  if (rows.length < outcomes.length) throw new Error("a case of a bulk action was worked on twice");
}

/**
 * Skips everything that still waits, for one reason; how many those are. From the end on, so that what is not begun
 * is out of reach at once, while what is being done is waited for.
 */
export async function skipWaitingItems(
  tx: Transaction,
  bulk_id: string,
  reason: { code: string; message: string },
  now: string,
): Promise<number> {
  const [row] = await tx.execute<{ skipped: number }>(sql`
    with waiting as materialized (
      select position from bulk_items where bulk_id = ${bulk_id}::text::uuid and outcome is null
      order by position desc for update
    ), skipped as (
      update bulk_items i set outcome = 'skipped', code = ${reason.code}::text, message = ${reason.message}::text,
        at = ${now}::text::timestamptz
      from waiting
      where i.bulk_id = ${bulk_id}::text::uuid and i.position = waiting.position and i.outcome is null
      returning 1)
    select count(*)::int as skipped from skipped`);
  return row?.skipped ?? 0;
}

/** How many were not done so far, by outcome and reason, the most frequent first. */
export async function countItemsNotDone(
  db: Database | Transaction,
  bulk_id: string,
): Promise<{ outcome: "skipped" | "failed"; code: string; count: number }[]> {
  const rows = await db.execute<{ outcome: "skipped" | "failed"; code: string; count: number }>(sql`
    select outcome, coalesce(code, 'unknown') as code, count(*)::int as count from bulk_items
    where bulk_id = ${bulk_id}::text::uuid and outcome in ('skipped', 'failed')
    group by 1, 2 order by 3 desc, 2`);
  return [...rows];
}

/** How many of the verdicts that were given wait, or waited, for the agreement of a second person. */
export async function countItemsProposed(db: Database | Transaction, bulk_id: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from bulk_items
    where bulk_id = ${bulk_id}::text::uuid and outcome = 'done' and code = 'awaiting_second'`);
  return row?.count ?? 0;
}

export type ItemsQuery = {
  outcome?: BulkOutcome | "waiting" | undefined;
  code?: string | undefined;
  after: number;
  limit: number;
};

/** Each case of the set with what became of it; what a case is about only within the reader's scope. */
export function listItemRows(db: Database, scope: CaseScope, bulk_id: string, query: ItemsQuery) {
  const { outcome, code, after, limit } = query;
  return db
    .select({
      position: bulkItems.position,
      case_id: bulkItems.case_id,
      tool: cases.tool,
      tenant: cases.tenant,
      idempotency_key: cases.idempotency_key,
      outcome: bulkItems.outcome,
      code: bulkItems.code,
      message: bulkItems.message,
      at: bulkItems.at,
    })
    .from(bulkItems)
    .leftJoin(cases, and(eq(cases.case_id, bulkItems.case_id), withinScope(scope)))
    .where(
      and(
        eq(bulkItems.bulk_id, bulk_id),
        gt(bulkItems.position, after),
        outcome === undefined ? undefined : hasOutcome(outcome),
        code === undefined ? undefined : eq(bulkItems.code, code),
      ),
    )
    .orderBy(asc(bulkItems.position))
    .limit(limit);
}

const hasOutcome = (outcome: BulkOutcome | "waiting"): SQL =>
  outcome === "waiting" ? isNull(bulkItems.outcome) : eq(bulkItems.outcome, outcome);
