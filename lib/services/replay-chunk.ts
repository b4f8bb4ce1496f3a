import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import { readCaller } from "@/db/queries/callers";
import { addIntakeCounts } from "@/db/queries/intake-counts";
import { type HeldItem, holdItems, markReplayed } from "@/db/queries/quarantine-decide";
import {
  type ReplayItemOutcome,
  skipReplayItems,
  takeReplayItems,
  type WaitingItem,
  writeReplayOutcomes,
} from "@/db/queries/replay-items";
import { addReplayCounts, findReplay, NO_COUNTS, type ReplayRow } from "@/db/queries/replays";
import { IntakeTally } from "@/domain/intake-tally";
import { type Caller, may } from "@/domain/permissions";
import { SKIPPED } from "@/domain/replay-rules";
import type { Runtime } from "./context";
import { loadSettings } from "./load-settings";
import { type Batch, type Judged, sendAgain } from "./send-again";

export type ReplayChunk = {
  /** `none`: nothing that nobody else has taken; `over`: every item has its outcome. */
  left: "some" | "none" | "over";
  /** To publish after the commit. */
  topics: string[];
};

/** Woken when a replay gets on. */
export const topicOfReplay = (replay_id: string): string => `replay:${replay_id}`;

const OVER: ReplayChunk = { left: "over", topics: [] };

/**
 * Does the next part of a replay in one transaction: what the items became, that they left quarantine, their outcomes
 * and the counts are there together or not at all, so a crash stores nothing twice. Each item is held while it is
 * sent, so of two replays over the same one sends it and the other finds it decided.
 */
export async function runReplayChunk(
  rt: Runtime,
  replay_id: string,
  part: { limit: number; position?: number },
  now: string,
): Promise<ReplayChunk> {
  const settings = await loadSettings(rt);
  const after: (() => void)[] = [];
  const chunk = await rt.db.transaction(async (tx): Promise<ReplayChunk> => {
    const replay = await findRunning(tx, replay_id);
    if (replay === null) return OVER;
    const by = await readCaller(tx, { kind: replay.by_kind, id: replay.by_id }, now);
    if (by === null || !may(by, "quarantine.manage")) {
      await skipRest(tx, replay, { reason: SKIPPED.forbidden, state: "done" }, now);
      return { left: "over", topics: [topicOfReplay(replay_id)] };
    }
    const items = await takeReplayItems(tx, replay_id, part);
    if (items.length === 0) return { left: "none", topics: [] };
    const held = await holdItems(
      tx,
      by.confinement,
      items.map(({ quarantine_id }) => quarantine_id),
    );
    const open = inOrder(items, held);
    const { mapping } = replay;
    const batch = await sendAgain({ rt, tx, mapping, by, replay_id, settings, now }, open);
    after.push(...batch.committed);
    await leaveQuarantine(tx, batch, open, by, now);
    return finishPart(tx, replay, outcomesOf(items, held, batch), batch.topics, now);
  });
  for (const done of after) done();
  return chunk;
}

/** The first received first, as they were frozen. */
function inOrder(items: readonly WaitingItem[], held: readonly HeldItem[]): HeldItem[] {
  const byId = new Map(held.map((row) => [row.quarantine_id, row]));
  return items.flatMap(({ quarantine_id }) => {
    const row = byId.get(quarantine_id);
    return row?.state === "open" ? [row] : [];
  });
}

/** What is stored, now or before, is in quarantine no more; what was stored only now counts as accepted. */
async function leaveQuarantine(
  tx: Transaction,
  { judged }: Batch,
  open: readonly HeldItem[],
  by: Caller,
  now: string,
): Promise<void> {
  const rows = new Map(open.map((row) => [row.quarantine_id, row]));
  const tallies = new Map<string, IntakeTally>();
  for (const { outcome, quarantine_id } of judged) {
    const row = rows.get(quarantine_id);
    if (outcome !== "accepted" || row === undefined) continue;
    const tally = tallies.get(row.door) ?? new IntakeTally(row.door, now);
    tally.add(row.source_id, "accepted");
    tallies.set(row.door, tally);
  }
  await markReplayed(tx, judged.filter(isStored).map(becameOf), by, now);
  await addIntakeCounts(
    tx,
    [...tallies.values()].flatMap((tally) => tally.rows()),
  );
}

const isStored = ({ outcome }: Judged) => outcome === "accepted" || outcome === "duplicate";
const becameOf = ({ quarantine_id, id }: Judged) => ({ quarantine_id, replayed_as: id ?? "" });

function outcomesOf(
  items: readonly WaitingItem[],
  held: readonly HeldItem[],
  { judged }: Batch,
): ReplayItemOutcome[] {
  const states = new Map(held.map(({ quarantine_id, state }) => [quarantine_id, state]));
  const sent = new Map(judged.map((one) => [one.quarantine_id, one]));
  return items.map(({ position, quarantine_id }) => {
    const one = sent.get(quarantine_id);
    if (one !== undefined) {
      const { outcome, code, message, id } = one;
      return { position, outcome, code, message, event_id: id };
    }
    const state = states.get(quarantine_id);
    const reason =
      state === undefined
        ? SKIPPED.forbidden
        : state === "dismissed"
          ? SKIPPED.already_dismissed
          : SKIPPED.already_replayed;
    return { position, outcome: "skipped", ...reason, event_id: null };
  });
}

/**
 * Ends a replay at a person's word: what is being sent at this moment is waited for, the rest is skipped. False when
 * it does not run, or was over before.
 */
export async function stopReplayItems(
  tx: Transaction,
  replay_id: string,
  by: Caller,
  now: string,
): Promise<boolean> {
  const replay = await findRunning(tx, replay_id);
  if (replay === null) return false;
  return skipRest(tx, replay, { reason: SKIPPED.stopped, state: "stopped", by }, now);
}

/** Notes that an item could not be sent by an error of ours, so that the others go on; it stays open. */
export function failReplayItem(
  rt: Runtime,
  replay_id: string,
  position: number,
  now: string,
): Promise<ReplayChunk> {
  return rt.db.transaction(async (tx) => {
    const replay = await findRunning(tx, replay_id);
    if (replay === null) return OVER;
    const items = await takeReplayItems(tx, replay_id, { limit: 1, position });
    const outcomes = items.map((item) => ({
      ...{ position: item.position, outcome: "skipped" as const, event_id: null },
      ...SKIPPED.internal_error,
    }));
    return finishPart(tx, replay, outcomes, [], now);
  });
}

async function findRunning(tx: Transaction, replay_id: string): Promise<ReplayRow | null> {
  const replay = await findReplay(tx, null, replay_id);
  return replay?.state === "running" ? replay : null;
}

async function finishPart(
  tx: Transaction,
  { replay_id }: ReplayRow,
  outcomes: readonly ReplayItemOutcome[],
  topics: readonly string[],
  now: string,
): Promise<ReplayChunk> {
  await writeReplayOutcomes(tx, replay_id, outcomes, now);
  const counts = { ...NO_COUNTS };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  const row = await addReplayCounts(tx, replay_id, counts, { state: "done", now });
  if (row === null) throw new Error("a replay ended before its items");
  if (row.state === "done") await auditEnd(tx, "replay.finished", row);
  const left = row.state === "running" ? "some" : "over";
  return { left, topics: [topicOfReplay(replay_id), ...topics] };
}

type Ending = { reason: { code: string; message: string }; state: "done" | "stopped"; by?: Caller };

async function skipRest(tx: Transaction, replay: ReplayRow, ending: Ending, now: string): Promise<boolean> {
  const { reason, state, by } = ending;
  const skipped = await skipReplayItems(tx, replay.replay_id, reason, now);
  const row = await addReplayCounts(tx, replay.replay_id, { ...NO_COUNTS, skipped }, { state, now });
  if (row === null) return false;
  await auditEnd(tx, state === "stopped" ? "replay.stopped" : "replay.finished", row, by);
  return true;
}

function auditEnd(tx: Transaction, action: string, row: ReplayRow, by?: Caller): Promise<void> {
  const { replay_id, total, accepted, duplicate, conflict, rejected, skipped } = row;
  return recordAudit(tx, {
    actor: by ?? { kind: row.by_kind, id: row.by_id, name: row.by },
    ...{ action, subject_kind: "replay", subject_id: replay_id },
    details: { total, accepted, duplicate, conflict, rejected, skipped },
  });
}
