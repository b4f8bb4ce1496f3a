import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { quarantine } from "@/db/schema/quarantine";
import { replayItems } from "@/db/schema/replays";
import type { Confinement } from "@/domain/permissions";
import type { ReplayOutcome } from "@/domain/replay";
import { confine } from "./confinement";

/**
 * Freezes what a condition holds at this moment, the first received first: of two that say one thing of one
 * identity the first stays, as at the door. How many those are; beyond `most`, none is frozen.
 */
export async function freezeReplayItems(
  tx: Transaction,
  replay_id: string,
  which: SQL | undefined,
  most: number,
): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(sql`
    with chosen as materialized (select quarantine_id, received_at from quarantine where ${which ?? sql`true`}),
    counted as (select count(*)::int as total from chosen),
    frozen as (
      insert into replay_items (replay_id, position, quarantine_id)
      select ${replay_id}::text::uuid, row_number() over (order by received_at, quarantine_id), quarantine_id
      from chosen where (select total from counted) <= ${most}::int
      order by 2)
    select total from counted`);
  return row?.total ?? 0;
}

export type WaitingItem = { position: number; quarantine_id: number };

/** Takes the next items nothing became of yet, or this one, until the transaction ends; what others took is passed over. */
export function takeReplayItems(
  tx: Transaction,
  replay_id: string,
  { limit, position }: { limit: number; position?: number },
): Promise<WaitingItem[]> {
  return waitingItems(tx, replay_id, position).limit(limit).for("update", { skipLocked: true });
}

/** The same, without taking them. */
export function listReplayWaiting(db: Database, replay_id: string, limit: number): Promise<WaitingItem[]> {
  return waitingItems(db, replay_id).limit(limit);
}

function waitingItems(db: Database | Transaction, replay_id: string, position?: number) {
  return db
    .select({ position: replayItems.position, quarantine_id: replayItems.quarantine_id })
    .from(replayItems)
    .where(
      and(
        eq(replayItems.replay_id, replay_id),
        isNull(replayItems.outcome),
        position === undefined ? undefined : eq(replayItems.position, position),
      ),
    )
    .orderBy(asc(replayItems.position))
    .$dynamic();
}

export type ReplayItemOutcome = {
  position: number;
  outcome: ReplayOutcome;
  code: string | null;
  message: string | null;
  event_id: string | null;
};

/** Notes what became of these items, in the transaction that took them and sent them. */
export async function writeReplayOutcomes(
  tx: Transaction,
  replay_id: string,
  outcomes: readonly ReplayItemOutcome[],
  now: string,
): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = await tx.execute(sql`
    update replay_items i set outcome = item.outcome, code = item.code, message = item.message,
      event_id = item.event_id, at = ${now}::text::timestamptz
    from unnest(${sql.param(outcomes.map(({ position }) => position))}::int[],
      ${sql.param(outcomes.map(({ outcome }) => outcome))}::text[],
      ${sql.param(outcomes.map(({ code }) => code))}::text[],
      ${sql.param(outcomes.map(({ message }) => message))}::text[],
      ${sql.param(outcomes.map(({ event_id }) => event_id))}::text[])
      as item(position, outcome, code, message, event_id)
    where i.replay_id = ${replay_id}::text::uuid and i.position = item.position and i.outcome is null
    returning i.position`);
  if (rows.length < outcomes.length) throw new Error("an item of a replay was sent twice");
}

/** Skips everything that still waits, for one reason, from the end on; how many those are. */
export async function skipReplayItems(
  tx: Transaction,
  replay_id: string,
  reason: { code: string; message: string },
  now: string,
): Promise<number> {
  const [row] = await tx.execute<{ skipped: number }>(sql`
    with waiting as materialized (
      select position from replay_items where replay_id = ${replay_id}::text::uuid and outcome is null
      order by position desc for update
    ), skipped as (
      update replay_items i set outcome = 'skipped', code = ${reason.code}::text, message = ${reason.message}::text,
        at = ${now}::text::timestamptz
      from waiting
      where i.replay_id = ${replay_id}::text::uuid and i.position = waiting.position and i.outcome is null
      returning 1)
    select count(*)::int as skipped from skipped`);
  return row?.skipped ?? 0;
}

export type NotStored = { outcome: ReplayOutcome; code: string; message: string; count: number };

/** What was not stored so far, by outcome and reason, the most frequent first; one item's words stand for all. */
export async function countNotStored(db: Database | Transaction, replay_id: string): Promise<NotStored[]> {
  const rows = await db.execute<NotStored>(sql`
    select outcome, coalesce(code, 'unknown') as code, coalesce(min(message), '') as message, count(*)::int as count
    from replay_items
    where replay_id = ${replay_id}::text::uuid and outcome in ('conflict', 'rejected', 'skipped')
    group by 1, 2 order by 4 desc, 2 limit 100`);
  return [...rows];
}

export type ReplayItemsQuery = {
  outcome?: ReplayOutcome | "waiting" | undefined;
  code?: string | undefined;
  after: number;
  limit: number;
};

/** Each item of the set with what became of it; what it is only within what the reader may see. */
export function listReplayItemRows(
  db: Database,
  confinement: Confinement,
  replay_id: string,
  { outcome, code, after, limit }: ReplayItemsQuery,
) {
  return db
    .select({
      position: replayItems.position,
      quarantine_id: replayItems.quarantine_id,
      door: quarantine.door,
      reason: quarantine.reason,
      reference: quarantine.reference,
      tool: quarantine.tool,
      outcome: replayItems.outcome,
      code: replayItems.code,
      message: replayItems.message,
      event_id: replayItems.event_id,
      at: replayItems.at,
    })
    .from(replayItems)
    .leftJoin(
      quarantine,
      and(eq(quarantine.quarantine_id, replayItems.quarantine_id), confine(confinement, quarantine)),
    )
    .where(
      and(
        eq(replayItems.replay_id, replay_id),
        gt(replayItems.position, after),
        outcome === undefined ? undefined : hasOutcome(outcome),
        code === undefined ? undefined : eq(replayItems.code, code),
      ),
    )
    .orderBy(asc(replayItems.position))
    .limit(limit);
}

const hasOutcome = (outcome: ReplayOutcome | "waiting"): SQL =>
  outcome === "waiting" ? isNull(replayItems.outcome) : eq(replayItems.outcome, outcome);
