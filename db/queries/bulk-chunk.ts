import type { Database, Transaction } from "@/db/client";
import { capabilityFor, reasonInGeneral, reasonInParticular, whyNotDone } from "@/domain/bulk-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { type Caller, may } from "@/domain/permissions";
import { recordAudit } from "./audit";
import { addBulkCounts, type BulkRow, findBulk } from "./bulk-actions";
import { readBulkActor } from "./bulk-actor";
import { type BulkCaseRow, lockBulkCases, readBulkCases } from "./bulk-cases";
import {
  type ItemOutcome,
  skipWaitingItems,
  takeWaitingItems,
  type WaitingItem,
  writeItemOutcomes,
} from "./bulk-items";
import { readCaller } from "./callers";
import { doToCases, topicsOfCases } from "./do-to-cases";

export type ChunkResult = {
  /** `none`: nothing that nobody else has taken; `over`: every case has its outcome. */
  left: "some" | "none" | "over";
  /** To publish after the commit. */
  topics: string[];
};

/** Woken when an action gets on. */
export const topicOfBulk = (bulk_id: string): string => `bulk:${bulk_id}`;

const OVER: ChunkResult = { left: "over", topics: [] };

/**
 * Does the next part of an action in one transaction: what becomes of the cases, their outcomes and the counts are
 * there together or not at all, so a crash repeats nothing. Its items are taken first, so any number may work on
 * an action at once. What the caller may do is read anew each time.
 */
export function runBulkChunk(
  db: Database,
  bulk_id: string,
  part: { limit: number; position?: number },
  clock: () => string,
): Promise<ChunkResult> {
  return db.transaction(async (tx) => {
    const action = await findRunning(tx, bulk_id);
    if (action === null) return OVER;
    const now = clock();
    const by = await readCaller(tx, { kind: action.by_kind, id: action.by_id }, now);
    if (by === null || !may(by, capabilityFor(action.kind))) {
      await skipRest(tx, action, { code: "forbidden", state: "done" }, now);
      return { left: "over", topics: [topicOfBulk(bulk_id)] };
    }
    const items = await takeWaitingItems(tx, bulk_id, part);
    if (items.length === 0) return { left: "none", topics: [] };
    const { outcomes, topics } = await workOn(tx, action, items, by, clock);
    return finishPart(tx, action, outcomes, topics, clock());
  });
}

/**
 * Ends an action at a person's word: what is being done at this moment is waited for, the rest is skipped. False when
 * it does not run, or was over before.
 */
export async function stopBulk(tx: Transaction, bulk_id: string, by: Caller, now: string): Promise<boolean> {
  const action = await findRunning(tx, bulk_id);
  return action !== null && (await skipRest(tx, action, { code: "stopped", state: "stopped", by }, now));
}

/** Notes that a case could not be worked on by an error of ours, so that the others go on. */
export function failBulkItem(
  db: Database,
  bulk_id: string,
  position: number,
  reason: { code: string; message: string },
  now: string,
): Promise<ChunkResult> {
  return db.transaction(async (tx) => {
    const action = await findRunning(tx, bulk_id);
    if (action === null) return OVER;
    const items = await takeWaitingItems(tx, bulk_id, { limit: 1, position });
    const outcomes = items.map((item) => ({
      ...{ position: item.position, outcome: "failed" as const },
      ...reason,
    }));
    return finishPart(tx, action, outcomes, [], now);
  });
}

async function findRunning(tx: Transaction, bulk_id: string): Promise<BulkRow | null> {
  const action = await findBulk(tx, null, bulk_id);
  return action?.state === "running" ? action : null;
}

type Worked = { outcomes: ItemOutcome[]; topics: string[] };

/** Judges each case as it is now that its row is held, and does those that may be done. */
async function workOn(
  tx: Transaction,
  action: BulkRow,
  items: readonly WaitingItem[],
  by: Caller,
  clock: () => string,
): Promise<Worked> {
  const { bulk_id, parameters } = action;
  const case_ids = items.map(({ case_id }) => case_id);
  await lockBulkCases(tx, case_ids);
  // Not before: an attempt that came while the lock was waited for is older than what is decided now.
  const now = clock();
  const rows = await readBulkCases(tx, caseScopeOf(by), items, parameters);
  const actor = await readBulkActor(tx, parameters, by, now);
  const found = new Map(rows.map((row) => [row.case_id, row]));
  const refused = new Map<string, { code: string; message: string }>();
  const doable: BulkCaseRow[] = [];
  for (const row of rows) {
    const why = whyNotDone(parameters, row, actor);
    if (why === null) doable.push(row);
    else refused.set(row.case_id, { code: why.code, message: reasonInParticular(why) });
  }
  const result = doable.length > 0 ? await doToCases(tx, parameters, doable, { by, now, bulk_id }) : null;
  const outcomes = items.map(({ position, case_id }): ItemOutcome => {
    const reason = refused.get(case_id) ?? (found.has(case_id) ? null : inGeneral("forbidden"));
    if (reason !== null) return { position, outcome: "skipped", ...reason };
    if (result?.done.has(case_id) !== true)
      return { position, outcome: "skipped", ...inGeneral("case_moved_on") };
    const proposed = result.proposed.has(case_id);
    return { position, outcome: "done", ...(proposed ? inGeneral("awaiting_second") : NO_REASON) };
  });
  const done = doable.filter(({ case_id }) => result?.done.has(case_id));
  return { outcomes, topics: [...topicsOfCases(done), ...(result?.topics ?? [])] };
}

const NO_REASON = { code: null, message: null };
const inGeneral = (code: string) => ({ code, message: reasonInGeneral(code) });

async function finishPart(
  tx: Transaction,
  { bulk_id }: BulkRow,
  outcomes: readonly ItemOutcome[],
  topics: readonly string[],
  now: string,
): Promise<ChunkResult> {
  await writeItemOutcomes(tx, bulk_id, outcomes, now);
  const counts = { done: 0, skipped: 0, failed: 0 };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  const row = await addBulkCounts(tx, bulk_id, counts, { state: "done", now });
  if (row === null) throw new Error("a bulk action ended before its cases");
  if (row.state === "done") await auditEnd(tx, "bulk.finished", row);
  const left = row.state === "running" ? "some" : "over";
  return { left, topics: [topicOfBulk(bulk_id), ...topics] };
}

type Ending = { code: "forbidden" | "stopped"; state: "done" | "stopped"; by?: Caller };

/** Skips what still waits; false when nothing did and the action was over before. */
async function skipRest(
  tx: Transaction,
  action: BulkRow,
  { code, state, by }: Ending,
  now: string,
): Promise<boolean> {
  const skipped = await skipWaitingItems(tx, action.bulk_id, inGeneral(code), now);
  const row = await addBulkCounts(tx, action.bulk_id, { done: 0, skipped, failed: 0 }, { state, now });
  if (row === null) return false;
  await auditEnd(tx, state === "stopped" ? "bulk.stopped" : "bulk.finished", row, by);
  return true;
}

function auditEnd(tx: Transaction, action: string, row: BulkRow, by?: Caller): Promise<void> {
  const { bulk_id, kind, total, done, skipped, failed } = row;
  return recordAudit(tx, {
    actor: by ?? { kind: row.by_kind, id: row.by_id, name: row.by },
    ...{ action, subject_kind: "bulk", subject_id: bulk_id },
    details: { kind, total, done, skipped, failed },
  });
}
