import type { Database, Transaction } from "@/db/client";
import { reasonInGeneral, reasonInParticular, whyNotDone } from "@/domain/bulk-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { type Caller, may } from "@/domain/permissions";
import { recordAudit } from "./audit";
import { addBulkCounts, type BulkRow, lockRunningBulk } from "./bulk-actions";
import { type BulkCaseRow, lockBulkCases, readBulkCases } from "./bulk-cases";
import {
  type ItemOutcome,
  listWaitingItems,
  skipWaitingItems,
  type WaitingItem,
  writeItemOutcomes,
} from "./bulk-items";
import { readAssignee, readCaller } from "./callers";
import { doToCases, topicsOfCases } from "./do-to-cases";

export type ChunkResult = {
  /** Whether the action still runs. */
  more: boolean;
  /** To publish after the commit. */
  topics: string[];
};

/** Woken when an action gets on. */
export const topicOfBulk = (bulk_id: string): string => `bulk:${bulk_id}`;

const NOTHING_LEFT: ChunkResult = { more: false, topics: [] };

/**
 * Does the next part of an action in one transaction: what becomes of the cases, their outcomes and the counts are
 * there together or not at all, so a crash repeats nothing. The action's row is held meanwhile, so no two
 * processes do the same part. What the caller may do is read anew each time.
 */
export function runBulkChunk(
  db: Database,
  bulk_id: string,
  part: { limit: number; position?: number },
  now: string,
): Promise<ChunkResult> {
  return db.transaction(async (tx) => {
    const action = await lockRunningBulk(tx, bulk_id);
    if (action === null) return NOTHING_LEFT;
    const by = await readCaller(tx, { kind: action.by_kind, id: action.by_id }, now);
    if (by === null || !may(by, "cases.work")) return skipRest(tx, action, "forbidden", now);
    const items = await listWaitingItems(tx, bulk_id, part);
    const { outcomes, topics } = await workOn(tx, action, items, by, now);
    await writeItemOutcomes(tx, bulk_id, outcomes, now);
    return { more: await count(tx, action, outcomes, now), topics: [topicOfBulk(bulk_id), ...topics] };
  });
}

/** Ends an action at a person's word: what nothing became of yet is skipped. False: it does not run. */
export async function stopBulk(tx: Transaction, bulk_id: string, by: Caller, now: string): Promise<boolean> {
  const action = await lockRunningBulk(tx, bulk_id);
  if (action === null) return false;
  await skipRest(tx, action, "stopped", now, by);
  return true;
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
    const action = await lockRunningBulk(tx, bulk_id);
    if (action === null) return NOTHING_LEFT;
    const waiting = await listWaitingItems(tx, bulk_id, { limit: 1, position });
    const outcomes = waiting.map((item) => ({
      ...{ position: item.position, outcome: "failed" as const },
      ...reason,
    }));
    await writeItemOutcomes(tx, bulk_id, outcomes, now);
    return { more: await count(tx, action, outcomes, now), topics: [topicOfBulk(bulk_id)] };
  });
}

type Worked = { outcomes: ItemOutcome[]; topics: string[] };

/** Judges each case as it is now that its row is held, and does those that may be done. */
async function workOn(
  tx: Transaction,
  action: BulkRow,
  items: readonly WaitingItem[],
  by: Caller,
  now: string,
): Promise<Worked> {
  const { bulk_id, parameters } = action;
  const case_ids = items.map(({ case_id }) => case_id);
  await lockBulkCases(tx, case_ids);
  const rows = await readBulkCases(tx, caseScopeOf(by), case_ids);
  const actor = { by, now, assignee: await readAssignee(tx, parameters, now) };
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

/** Adds up what became of a part; true while the action still runs. */
async function count(
  tx: Transaction,
  action: BulkRow,
  outcomes: readonly ItemOutcome[],
  now: string,
): Promise<boolean> {
  const counts = { done: 0, skipped: 0, failed: 0 };
  for (const { outcome } of outcomes) counts[outcome] += 1;
  const row = await addBulkCounts(tx, action.bulk_id, counts, { state: "done", now });
  if (row.state !== "running") await auditEnd(tx, "bulk.finished", row);
  return row.state === "running";
}

async function skipRest(
  tx: Transaction,
  action: BulkRow,
  code: "forbidden" | "stopped",
  now: string,
  by?: Caller,
): Promise<ChunkResult> {
  const skipped = await skipWaitingItems(tx, action.bulk_id, inGeneral(code), now);
  const state = code === "stopped" ? "stopped" : "done";
  const row = await addBulkCounts(tx, action.bulk_id, { done: 0, skipped, failed: 0 }, { state, now });
  await auditEnd(tx, code === "stopped" ? "bulk.stopped" : "bulk.finished", row, by);
  return { more: false, topics: [topicOfBulk(action.bulk_id)] };
}

function auditEnd(tx: Transaction, action: string, row: BulkRow, by?: Caller): Promise<void> {
  const { bulk_id, kind, total, done, skipped, failed } = row;
  return recordAudit(tx, {
    actor: by ?? { kind: row.by_kind, id: row.by_id, name: row.by },
    ...{ action, subject_kind: "bulk", subject_id: bulk_id },
    details: { kind, total, done, skipped, failed },
  });
}
