import { sql } from "drizzle-orm";
import type { PreparedFrames } from "@/domain/frames-record";
import { mapInSlices } from "@/domain/in-slices";
import { instantFromPostgres } from "@/domain/instant";
import { IntakeTally } from "@/domain/intake-tally";
import type { Database, Transaction } from "../client";
import { runNamed } from "../driver";
import { addIntakeCounts } from "./intake-counts";
import type { Interning } from "./interning";
import { type QuarantineItem, quarantineItems } from "./quarantine";

/** The columns of a frames record, its payload compressed and in base64 for the way there. */
export type FramesRow = PreparedFrames;

export type CommitFrames = {
  frames: FramesRow | null;
  /** Sent without a time. */
  timeless: boolean;
  /** Null for what is in quarantine already. */
  quarantine: (conflicts: boolean) => QuarantineItem | null;
};

export type FramesOutcome = {
  status: "accepted" | "duplicate" | "conflict" | "rejected";
  frames_id: string | null;
};

const REJECTED: FramesOutcome = { status: "rejected", frames_id: null };

/** Stores frames records in one transaction; nothing is replaced (CONTRACT "Frames"). */
export async function commitFrames(
  db: Database,
  interning: Interning,
  items: readonly CommitFrames[],
  { now, partition_width_days }: { now: string; partition_width_days: number },
): Promise<FramesOutcome[]> {
  await learnFramePartitions(db, interning, items, partition_width_days);
  return db.transaction(async (tx) => {
    const tally = new IntakeTally("frames", now);
    const outcomes = await storeFramesBatch(tx, items, tally);
    await addIntakeCounts(tx, tally.rows());
    return outcomes;
  });
}

/** Makes the partitions that these records need; before the transaction, so that they do not stay locked in it. */
export async function learnFramePartitions(
  db: Database,
  interning: Interning,
  items: readonly CommitFrames[],
  partition_width_days: number,
): Promise<void> {
  const instants = [...new Set(items.flatMap(({ frames }) => (frames ? [frames.captured_at] : [])))];
  await interning.learnPartitions(db, "frames", instants, partition_width_days);
}

/** The transaction of a batch of frames, for one that holds more; what comes in now is counted in `tally`. */
export async function storeFramesBatch(
  tx: Transaction,
  items: readonly CommitFrames[],
  tally?: IntakeTally,
): Promise<FramesOutcome[]> {
  await settleTimeless(tx, items);
  const outcomes = await storeFrames(tx, items);
  const rows = await mapInSlices(items, (item, index) => {
    const status = outcomes[index]?.status;
    return status === "conflict" || status === "rejected" ? item.quarantine(status === "conflict") : null;
  });
  const lost = rows.flatMap((row) => row ?? []);
  await quarantineItems(tx, lost);
  if (tally) countFrames(tally, items, outcomes, lost);
  return outcomes;
}

/** What became of the records, by source: what could be read by what it is, the lost by their quarantine rows. */
function countFrames(
  tally: IntakeTally,
  items: readonly CommitFrames[],
  outcomes: readonly FramesOutcome[],
  quarantined: readonly QuarantineItem[],
): void {
  items.forEach(({ frames }, index) => {
    const status = outcomes[index]?.status;
    if (frames && (status === "accepted" || status === "duplicate")) tally.add(frames.source_id, status);
  });
  for (const lost of quarantined) tally.addQuarantined(lost);
}

/** Records without a time take the time of an equal one of the last 24 hours, looked up under a lock per id. */
async function settleTimeless(tx: Transaction, items: readonly CommitFrames[]): Promise<void> {
  const timeless = items.flatMap(({ frames, timeless }) => (frames && timeless ? [frames] : []));
  if (timeless.length === 0) return;
  const wanted = timeless.map(({ reference, frames_id, captured_at }) => ({
    reference,
    frames_id,
    captured_at,
  }));
  const item = sql`json_to_recordset(${JSON.stringify(wanted)}::text::json)
    as item(reference text, frames_id uuid, captured_at timestamptz)`;
  await tx.execute(sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(frames_id::text, 1) as lock from ${item} order by 1) as locks`);
  const rows = await tx.execute<{ frames_id: string; captured_at: string }>(sql`
    select f.frames_id, f.captured_at from ${item}
    join frames f on f.reference = item.reference and f.frames_id = item.frames_id
      and f.captured_at > item.captured_at - interval '24 hours' and f.captured_at < item.captured_at + interval '24 hours'`);
  const known = new Map(rows.map((row) => [row.frames_id, instantFromPostgres(row.captured_at)]));
  for (const frames of timeless) {
    frames.captured_at = known.get(frames.frames_id) ?? frames.captured_at;
    known.set(frames.frames_id, frames.captured_at);
  }
}

type FramesIdentity = Pick<FramesRow, "reference" | "captured_at" | "frames_id">;
const keyOf = (frames: FramesIdentity) => `${frames.reference} ${frames.captured_at} ${frames.frames_id}`;

async function storeFrames(tx: Transaction, items: readonly CommitFrames[]): Promise<FramesOutcome[]> {
  const first = new Map<string, FramesRow>();
  for (const { frames } of items) if (frames && !first.has(keyOf(frames))) first.set(keyOf(frames), frames);
  const inserted = first.size === 0 ? new Set<string>() : await insertFrames(tx, [...first.values()]);
  const missing = [...first].flatMap(([key, frames]) => (inserted.has(key) ? [] : [frames]));
  const hashes = missing.length === 0 ? new Map<string, string>() : await readHashes(tx, missing);
  return items.map(({ frames }) => {
    if (!frames) return REJECTED;
    const key = keyOf(frames);
    const { frames_id } = frames;
    if (inserted.has(key) && first.get(key) === frames) return { status: "accepted", frames_id };
    const kept = inserted.has(key) ? first.get(key)?.content_hash : hashes.get(key);
    return { status: kept === frames.content_hash ? "duplicate" : "conflict", frames_id };
  });
}

const INSERT = `
  insert into frames (reference, captured_at, frames_id, source_id, received_at, event_id, skeleton, content_hash,
    tool, tenant, environment, service, language, exception_type, fingerprint, top_frame, payload)
  select reference, captured_at, frames_id, source_id, received_at, event_id, skeleton, content_hash,
    tool, tenant, environment, service, language, exception_type, fingerprint, top_frame, decode(payload, 'base64')
  from json_to_recordset($1::text::json) as item(reference text, captured_at timestamptz,
    frames_id uuid, source_id int, received_at timestamptz, event_id uuid, skeleton text, content_hash bigint,
    tool text, tenant text, environment text, service text, language text, exception_type text,
    fingerprint bigint, top_frame text, payload text)
  order by reference collate "C", captured_at, frames_id
  on conflict do nothing
  returning reference, captured_at, frames_id`;

/** Sorted, so that two batches with the same records in other orders cannot deadlock. */
async function insertFrames(tx: Transaction, rows: readonly FramesRow[]): Promise<Set<string>> {
  const inserted = await runNamed<FramesIdentity>(tx, INSERT, [JSON.stringify(rows)]);
  return new Set(inserted.map((row) => keyOf({ ...row, captured_at: instantFromPostgres(row.captured_at) })));
}

async function readHashes(tx: Transaction, frames: readonly FramesIdentity[]): Promise<Map<string, string>> {
  const wanted = frames.map(({ reference, captured_at, frames_id }) => ({
    reference,
    captured_at,
    frames_id,
  }));
  const rows = await tx.execute<FramesIdentity & { content_hash: string }>(sql`
    select f.reference, f.captured_at, f.frames_id, f.content_hash::text as content_hash
    from json_to_recordset(${JSON.stringify(wanted)}::text::json)
      as item(reference text, captured_at timestamptz, frames_id uuid)
    join frames f using (reference, captured_at, frames_id)`);
  return new Map(
    rows.map((row) => [
      keyOf({ ...row, captured_at: instantFromPostgres(row.captured_at) }),
      row.content_hash,
    ]),
  );
}
