import { setTimeout as pause } from "node:timers/promises";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { frames } from "@/db/schema/frames";
import { SYSTEM_CALLER } from "@/domain/permissions";
import type { Database, Transaction } from "../client";
import { recordAudit } from "./audit";
import type { PartitionedTable, PartitionRange } from "./partitions";
import { mayTake, type Prepared } from "./prepare-drop";
import { isPastRetention } from "./retention";

/**
 * What a drop may cost those who write and read meanwhile: PostgreSQL locks the whole table for it, and whoever comes
 * while it waits for its turn waits with it.
 */
const LOCK_MILLIS = 200;
const TRIES = 5;
const REST_MILLIS = 300;

export type DropOutcome =
  | "dropped"
  /** Somebody wrote into it since it was prepared: prepare it anew. */
  | "changed"
  /** Gone, or another process is at it, or the retention says otherwise by now. */
  | "left"
  /** Others held the table for too long; nothing has changed. */
  | "busy";

/**
 * Drops a prepared partition. All of it is one transaction: after a crash the partition is either there with all its
 * rows, or gone with its references written down and the frames of unsettled cases kept.
 */
export async function dropPartition(
  db: Database,
  relation: PartitionedTable,
  range: PartitionRange,
  prepared: Prepared & { now: string; default_days: number },
): Promise<DropOutcome> {
  try {
    return await db.transaction((tx) => drop(tx, relation, range, prepared));
  } catch (error) {
    // Rolled back as a whole: what was kept of it would stand beside what is still there.
    if (isLockTimeout(error)) return "busy";
    throw error;
  }
}

async function drop(
  tx: Transaction,
  relation: PartitionedTable,
  range: PartitionRange,
  { partition_id, rows, now, default_days }: Prepared & { now: string; default_days: number },
): Promise<DropOutcome> {
  if (!(await mayTake(tx, range.name))) return "left";
  if (!(await isPastRetention(tx, { to: range.to, now, default_days }))) return "left";
  if (!(await isPrepared(tx, partition_id))) return "left";
  await closeForWriting(tx, range.name);
  if ((await countRows(tx, range.name)) !== rows) return "changed";
  const kept = relation === "frames" ? await keepFrames(tx, range.name, now) : 0;
  if (relation === "events") await keepReferences(tx, range.name);
  await lockTable(tx, relation);
  await tx.execute(sql`drop table ${sql.identifier(range.name)}`);
  await enterDrop(tx, relation, range, { partition_id, rows, kept, now });
  return "dropped";
}

async function isPrepared(tx: Transaction, partition_id: number): Promise<boolean> {
  const found = await tx.execute(sql`
    select 1 from dropped_partitions where partition_id = ${partition_id} and dropped_at is null for update`);
  return found.length > 0;
}

/** Whoever would write into it waits; all others go on. Nobody should: it is older than what is accepted. */
function closeForWriting(tx: Transaction, name: string): Promise<void> {
  return lockInTime(tx, sql`lock table ${sql.identifier(name)} in share mode`);
}

async function countRows(tx: Transaction, name: string): Promise<number> {
  const [row] = await tx.execute<{ rows: string }>(sql`select count(*) as rows from ${sql.identifier(name)}`);
  return Number(row?.rows);
}

const COLUMNS = sql.raw(Object.keys(getTableColumns(frames)).join(", "));

/** Copies the frames that attempts of unsettled cases refer to; how many. */
async function keepFrames(tx: Transaction, name: string, now: string): Promise<number> {
  const kept = await tx.execute(sql`
    insert into kept_frames (${COLUMNS}, kept_at)
    select ${COLUMNS}, ${now}::text::timestamptz from ${sql.identifier(name)}
    where reference in (
      select a.reference from attempts a join cases c using (case_id)
      where c.state <> 'settled' and a.reference is not null)
    on conflict do nothing returning 1`);
  return kept.length;
}

/** Keeps what is near the references of attempts: of those themselves each case has a copy. */
async function keepReferences(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`
    insert into kept_references (reference, skeleton)
    select distinct reference, skeleton from ${sql.identifier(name)}
    where reference in (select reference from attempts where reference is not null)
    on conflict do nothing`);
}

/** Takes the table for itself as soon as nobody is at it, in several short tries. */
async function lockTable(tx: Transaction, relation: PartitionedTable): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lockInTime(tx, sql`lock table only ${sql.identifier(relation)} in access exclusive mode`);
    } catch (error) {
      if (attempt === TRIES || !isLockTimeout(error)) throw error;
      await pause(REST_MILLIS);
    }
  }
}

/** Within a savepoint: a lock that is not to be had leaves the transaction as it was. */
async function lockInTime(tx: Transaction, statement: SQL): Promise<void> {
  await tx.transaction(async (inner) => {
    await inner.execute(sql.raw(`set local lock_timeout = ${LOCK_MILLIS}`));
    await inner.execute(statement);
  });
}

function isLockTimeout(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  return Reflect.get(error, "code") === "55P03" || isLockTimeout(Reflect.get(error, "cause"));
}

async function enterDrop(
  tx: Transaction,
  relation: PartitionedTable,
  { name, from, to }: PartitionRange,
  { partition_id, rows, kept, now }: { partition_id: number; rows: number; kept: number; now: string },
): Promise<void> {
  await tx.execute(sql`
    update dropped_partitions set dropped_at = ${now}::text::timestamptz, frames_kept = ${kept}
    where partition_id = ${partition_id}`);
  await recordAudit(tx, {
    actor: SYSTEM_CALLER,
    action: "retention.dropped",
    subject_kind: "partition",
    subject_id: name,
    details: { relation, from, to, rows, frames_kept: kept },
  });
}
