import type { Database, Transaction } from "@/db/client";
import { readsAmongPeople } from "@/domain/among-people";
import { isHeld } from "@/domain/claim-rules";
import { maskArguments, maskBody } from "@/domain/leaks-in-body";
import { type Caller, may } from "@/domain/permissions";
import { type AttemptRow, listAttempts } from "./attempts";
import { type EvidenceRow, listEvidence } from "./evidence";
import type { CaseRow } from "./lock-cases";
import { listVerdicts, type VerdictRow } from "./verdicts";

export type CaseAnswer = ReturnType<typeof answerOf>;

/** Of a hammering loop the newest attempts and evidence tell enough in a list. */
export const PARTS_IN_LIST = 20;
export const PARTS_IN_CASE = 500;

/** Who is answered, and when. */
export type CaseReader = { caller: Caller; now: string };

/**
 * Cases as they are answered: with attempts, evidence and verdicts, in three queries for any number of them.
 * `parts`: at most so many attempts and pieces of evidence each. `snapshots`: with the copy of each attempt's event, whose `attributes` hold arguments and are for those who
 * may read them (`arguments.read`).
 */
export async function viewCases(
  db: Database | Transaction,
  rows: readonly CaseRow[],
  reader: CaseReader,
  options: { parts: number; snapshots: boolean } = { parts: PARTS_IN_CASE, snapshots: true },
): Promise<CaseAnswer[]> {
  const ids = rows.map((row) => row.case_id);
  const [attempts, evidence, verdicts] = await Promise.all([
    listAttempts(db, ids, options.parts, options),
    listEvidence(db, ids, options.parts),
    listVerdicts(db, ids),
  ]);
  const of = { attempts: byCase(attempts), evidence: byCase(evidence), verdicts: byCase(verdicts) };
  return rows.map((row) => {
    const own = <T>(parts: Map<string | null, T[]>) => parts.get(row.case_id) ?? [];
    return answerOf(row, reader.now, {
      attempts: own(of.attempts).map((one) => attemptAnswer(one, reader.caller, options.snapshots)),
      evidence: own(of.evidence).map(evidenceAnswer),
      verdicts: own(of.verdicts).map(verdictAnswer),
    });
  });
}

/** In the order they came. */
function byCase<T extends { case_id: string | null }>(parts: readonly T[]): Map<string | null, T[]> {
  const grouped = new Map<string | null, T[]>();
  for (const one of parts) {
    const group = grouped.get(one.case_id);
    if (group) group.push(one);
    else grouped.set(one.case_id, [one]);
  }
  return grouped;
}

type Parts = {
  attempts: ReturnType<typeof attemptAnswer>[];
  evidence: ReturnType<typeof evidenceAnswer>[];
  verdicts: ReturnType<typeof verdictAnswer>[];
};

function answerOf(row: CaseRow, now: string, parts: Parts) {
  // At once: each rest copies all fifty columns.
  const {
    intent_hash: _hash,
    lone_event: _lone,
    due_from: _due,
    arguments_hash: _arguments,
    reporter_ids: _reporters,
    reminded_deadline_at: _reminded,
    overdue_deadline_at: _overdue,
    probe_at: _probe,
    probe_tries: _tries,
    ...known
  } = row;
  const held = isHeld(row, now);
  return {
    ...known,
    // An expired claim counts as none, whether or not a duty has come by.
    claimed_by: held ? row.claimed_by : null,
    claimed_by_id: held ? row.claimed_by_id : null,
    claimed_at: held ? row.claimed_at : null,
    claim_expires_at: held ? row.claim_expires_at : null,
    ...parts,
  };
}

function attemptAnswer(row: AttemptRow, caller: Caller, snapshots: boolean) {
  const {
    case_id: _case,
    identity: _identity,
    source_id: _source,
    found_by_id: _by,
    snapshot,
    ...rest
  } = row;
  const found_note = readsAmongPeople(caller) ? row.found_note : null;
  return { ...rest, found_note, snapshot: snapshots ? readableBy(caller, snapshot as Snapshot) : undefined };
}

type Snapshot = Record<string, unknown>;

/** The copy of an attempt's event: arguments and what leaked into its texts are for those who may read them. */
export function readableBy(caller: Caller, snapshot: Snapshot): Snapshot {
  const { attributes, ...rest } = snapshot;
  const mayReadFrames = may(caller, "frames.read");
  const texts = mayReadFrames ? rest : maskBody(rest);
  if (attributes === undefined || !may(caller, "arguments.read")) return texts;
  return { ...texts, attributes: mayReadFrames ? attributes : maskArguments(attributes) };
}

export function evidenceAnswer(row: EvidenceRow) {
  const { evidence_id, kind, source, effect, external_id, url, note, observed_at, received_at } = row;
  const { verdict_id, by, by_id, by_kind } = row;
  return {
    ...{ evidence_id, kind, source, effect, external_id, url, note, observed_at, received_at },
    ...{ verdict_id, by, by_id, by_kind },
  };
}

export function verdictAnswer(row: VerdictRow) {
  const { request_hash: _request, case_id: _case, sent_at, delivered_at, acknowledged_at, ...rest } = row;
  const { acknowledged_by, acknowledged_by_id: _key, ...known } = rest;
  return { ...known, delivery: { sent_at, delivered_at, acknowledged_at, acknowledged_by } };
}
