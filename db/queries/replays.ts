import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { replays } from "@/db/schema/replays";
import type { Mapping } from "@/domain/mapping";
import type { Caller } from "@/domain/permissions";
import type { ReplayOutcome } from "@/domain/replay";

export type ReplayRow = Omit<typeof replays.$inferSelect, "mapping"> & { mapping: Mapping };

/** Whose replays are meant; null: everybody's. */
export type ReplayOwner = Pick<Caller, "kind" | "id"> | null;

/** Renewed with each part. It spares other processes the trouble; the locks of the items decide. */
const LEASE: SQL = sql`clock_timestamp() + interval '5 seconds'`;

export async function insertReplay(
  tx: Transaction,
  replay: Omit<typeof replays.$inferInsert, "state" | "total">,
): Promise<void> {
  await tx.insert(replays).values({ ...replay, state: "frozen", total: 0 });
}

export async function setReplayTotal(tx: Transaction, replay_id: string, total: number): Promise<void> {
  await tx.update(replays).set({ total }).where(eq(replays.replay_id, replay_id));
}

function ownedBy(owner: ReplayOwner): SQL | undefined {
  return owner === null
    ? undefined
    : and(eq(replays.by_id, owner.id), sql`${replays.by_kind} = ${owner.kind}`);
}

export async function findReplay(
  db: Database | Transaction,
  owner: ReplayOwner,
  replay_id: string,
): Promise<ReplayRow | null> {
  const rows = await db
    .select()
    .from(replays)
    .where(and(eq(replays.replay_id, replay_id), ownedBy(owner)));
  return (rows[0] as ReplayRow | undefined) ?? null;
}

export type ReplayCursor = [created_at: string, replay_id: string];

/** The newest first, after `cursor`; one more than `limit`, if there is one. */
export async function listReplayRows(
  db: Database,
  owner: ReplayOwner,
  { cursor, limit }: { cursor: ReplayCursor | null; limit: number },
): Promise<ReplayRow[]> {
  const beyond =
    cursor &&
    sql`(${replays.created_at}, ${replays.replay_id}) < (${cursor[0]}::text::timestamptz, ${cursor[1]}::text::uuid)`;
  const rows = await db
    .select()
    .from(replays)
    .where(and(ownedBy(owner), beyond ?? undefined))
    .orderBy(desc(replays.created_at), desc(replays.replay_id))
    .limit(limit + 1);
  return rows as ReplayRow[];
}

/** Starts the owner's frozen set of exactly this size; false when it is not that, any more. */
export async function startReplayRow(
  tx: Transaction,
  owner: ReplayOwner,
  start: { replay_id: string; count: number; frozen_after: string; now: string },
): Promise<boolean> {
  const rows = await tx
    .update(replays)
    .set({ state: "running", started_at: start.now })
    .where(
      and(
        eq(replays.replay_id, start.replay_id),
        ownedBy(owner),
        eq(replays.state, "frozen"),
        eq(replays.total, start.count),
        gt(replays.created_at, start.frozen_after),
      ),
    )
    .returning({ replay_id: replays.replay_id });
  return rows.length > 0;
}

const isAbandoned: SQL = sql`state = 'running' and (taken_until is null or taken_until < clock_timestamp())`;

/** Takes up a running replay that no process works on; false when one does. */
export async function takeReplay(db: Database, replay_id: string): Promise<boolean> {
  const rows = await db
    .update(replays)
    .set({ taken_until: LEASE })
    .where(and(eq(replays.replay_id, replay_id), isAbandoned))
    .returning({ replay_id: replays.replay_id });
  return rows.length > 0;
}

/** Lets another process go on at once. */
export async function leaveReplay(db: Database, replay_id: string): Promise<void> {
  await db.update(replays).set({ taken_until: null }).where(eq(replays.replay_id, replay_id));
}

/** What runs and nobody works on, e.g. because the process that did crashed. */
export async function listAbandonedReplays(db: Database): Promise<string[]> {
  const rows = await db
    .select({ replay_id: replays.replay_id })
    .from(replays)
    .where(isAbandoned)
    .orderBy(replays.started_at);
  return rows.map(({ replay_id }) => replay_id);
}

export type ReplayCounts = Record<ReplayOutcome, number>;

export const NO_COUNTS: ReplayCounts = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0, skipped: 0 };

/**
 * Counts what became of a part of the set, in the transaction that did it, and last of all. With the last part the
 * replay is over; null when it was already.
 */
export async function addReplayCounts(
  tx: Transaction,
  replay_id: string,
  counts: ReplayCounts,
  over: { state: "done" | "stopped"; now: string },
): Promise<ReplayRow | null> {
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const complete = sql`accepted + duplicate + conflict + rejected + skipped + ${counted}::int = total`;
  const [row] = await tx
    .update(replays)
    .set({
      accepted: sql`accepted + ${counts.accepted}::int`,
      duplicate: sql`duplicate + ${counts.duplicate}::int`,
      conflict: sql`conflict + ${counts.conflict}::int`,
      rejected: sql`rejected + ${counts.rejected}::int`,
      skipped: sql`skipped + ${counts.skipped}::int`,
      state: sql`case when ${complete} then ${over.state}::text else state end`,
      finished_at: sql`case when ${complete} then ${over.now}::text::timestamptz end`,
      taken_until: LEASE,
    })
    .where(and(eq(replays.replay_id, replay_id), eq(replays.state, "running")))
    .returning();
  return (row as ReplayRow | undefined) ?? null;
}

/** Removes sets that were frozen before that and never started; their ids. Their items go with them. */
export async function dropUnusedReplays(
  tx: Transaction,
  frozen_before: string,
): Promise<Pick<ReplayRow, "replay_id" | "total">[]> {
  const rows = await tx
    .select({ replay_id: replays.replay_id, total: replays.total })
    .from(replays)
    .where(and(eq(replays.state, "frozen"), lt(replays.created_at, frozen_before)))
    .limit(20)
    .for("update", { skipLocked: true });
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map(({ replay_id }) => replay_id));
  await tx.execute(sql`delete from replays where replay_id = any(${ids}::uuid[])`);
  return rows;
}
