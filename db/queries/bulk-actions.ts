import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { bulkActions } from "@/db/schema/bulk-actions";
import type { BulkOutcome } from "@/domain/bulk";
import type { Caller } from "@/domain/permissions";

export type BulkRow = typeof bulkActions.$inferSelect;

/** Whose actions are meant; null: everybody's. */
export type BulkOwner = Pick<Caller, "kind" | "id"> | null;

/**
 * How long a process keeps others from working on the same action, renewed with each part. Only to spare them
 * the trouble: the locks of its items decide. By the database's clock, since processes' own may differ.
 */
const LEASE: SQL = sql`clock_timestamp() + interval '5 seconds'`;

export async function insertBulk(
  tx: Transaction,
  action: Omit<typeof bulkActions.$inferInsert, "state" | "total">,
): Promise<void> {
  await tx.insert(bulkActions).values({ ...action, state: "frozen", total: 0 });
}

export async function setBulkTotal(tx: Transaction, bulk_id: string, total: number): Promise<void> {
  await tx.update(bulkActions).set({ total }).where(eq(bulkActions.bulk_id, bulk_id));
}

function ownedBy(owner: BulkOwner): SQL | undefined {
  return owner === null
    ? undefined
    : and(eq(bulkActions.by_id, owner.id), sql`${bulkActions.by_kind} = ${owner.kind}`);
}

export async function findBulk(
  db: Database | Transaction,
  owner: BulkOwner,
  bulk_id: string,
): Promise<BulkRow | null> {
  const rows = await db
    .select()
    .from(bulkActions)
    .where(and(eq(bulkActions.bulk_id, bulk_id), ownedBy(owner)));
  return rows[0] ?? null;
}

export type BulkCursor = [created_at: string, bulk_id: string];

/** The newest first, after `cursor`; one more than `limit`, if there is one. */
export function listBulkRows(
  db: Database,
  owner: BulkOwner,
  page: { cursor: BulkCursor | null; limit: number },
): Promise<BulkRow[]> {
  const { cursor, limit } = page;
  const beyond =
    cursor &&
    sql`(${bulkActions.created_at}, ${bulkActions.bulk_id}) < (${cursor[0]}::text::timestamptz, ${cursor[1]}::text::uuid)`;
  return db
    .select()
    .from(bulkActions)
    .where(and(ownedBy(owner), beyond ?? undefined))
    .orderBy(desc(bulkActions.created_at), desc(bulkActions.bulk_id))
    .limit(limit + 1);
}

/** Starts the owner's frozen set of exactly this size; false when it is not that, any more. */
export async function startBulkRow(
  tx: Transaction,
  owner: BulkOwner,
  start: { bulk_id: string; count: number; frozen_after: string; now: string },
): Promise<boolean> {
  const rows = await tx
    .update(bulkActions)
    .set({ state: "running", started_at: start.now })
    .where(
      and(
        eq(bulkActions.bulk_id, start.bulk_id),
        ownedBy(owner),
        eq(bulkActions.state, "frozen"),
        eq(bulkActions.total, start.count),
        gt(bulkActions.created_at, start.frozen_after),
      ),
    )
    .returning({ bulk_id: bulkActions.bulk_id });
  return rows.length > 0;
}

const isAbandoned: SQL = sql`state = 'running' and (taken_until is null or taken_until < clock_timestamp())`;

/** Takes up a running action that no process works on; false when one does. */
export async function takeBulk(db: Database, bulk_id: string): Promise<boolean> {
  const rows = await db
    .update(bulkActions)
    .set({ taken_until: LEASE })
    .where(and(eq(bulkActions.bulk_id, bulk_id), isAbandoned))
    .returning({ bulk_id: bulkActions.bulk_id });
  return rows.length > 0;
}

/** Lets another process go on at once. */
export async function leaveBulk(db: Database, bulk_id: string): Promise<void> {
  await db.update(bulkActions).set({ taken_until: null }).where(eq(bulkActions.bulk_id, bulk_id));
}

/** What runs and nobody works on, e.g. because the process that did crashed. */
export async function listAbandonedBulks(db: Database): Promise<string[]> {
  const rows = await db
    .select({ bulk_id: bulkActions.bulk_id })
    .from(bulkActions)
    .where(isAbandoned)
    .orderBy(bulkActions.started_at);
  return rows.map(({ bulk_id }) => bulk_id);
}

export type BulkCounts = Record<BulkOutcome, number>;

/**
 * Counts what became of a part of the set, in the transaction that did it, and last of all: parts that are done at
 * the same time wait for each other here only. With the last part the action is over; null when it was already.
 */
export async function addBulkCounts(
  tx: Transaction,
  bulk_id: string,
  { done, skipped, failed }: BulkCounts,
  over: { state: "done" | "stopped"; now: string },
): Promise<BulkRow | null> {
  const counted = done + skipped + failed;
  const complete = sql`done + skipped + failed + ${counted}::int = total`;
  const [row] = await tx
    .update(bulkActions)
    .set({
      done: sql`done + ${done}::int`,
      skipped: sql`skipped + ${skipped}::int`,
      failed: sql`failed + ${failed}::int`,
      state: sql`case when ${complete} then ${over.state}::text else state end`,
      finished_at: sql`case when ${complete} then ${over.now}::text::timestamptz end`,
      taken_until: LEASE,
    })
    .where(and(eq(bulkActions.bulk_id, bulk_id), eq(bulkActions.state, "running")))
    .returning();
  return row ?? null;
}

/** Removes sets that were frozen before that and never started; their ids. */
export async function dropUnusedBulks(
  tx: Transaction,
  frozen_before: string,
): Promise<Pick<BulkRow, "bulk_id" | "total">[]> {
  const rows = await tx
    .select({ bulk_id: bulkActions.bulk_id, total: bulkActions.total })
    .from(bulkActions)
    .where(and(eq(bulkActions.state, "frozen"), lt(bulkActions.created_at, frozen_before)))
    .limit(20)
    .for("update", { skipLocked: true });
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map(({ bulk_id }) => bulk_id));
  await tx.execute(sql`delete from bulk_items where bulk_id = any(${ids}::uuid[])`);
  await tx.execute(sql`delete from bulk_actions where bulk_id = any(${ids}::uuid[])`);
  return rows;
}
