import type { Transaction } from "@/db/client";
import type { AttemptInput } from "@/domain/attempt";
import { foldNews } from "@/domain/case-rules";
import { transientError } from "@/domain/errors";
import type { Generation } from "@/domain/intent";
import { SYSTEM_CALLER } from "@/domain/permissions";
import type { Observation } from "@/domain/verdict";
import { keepCommits, takeEarlyEvidence } from "./attempt-evidence";
import { findAttempts, insertAttempts } from "./attempts";
import { topicsForIntent } from "./case-topics";
import { applyCaseChanges, type ChangeOfCase } from "./change-cases";
import { lockIntentShards } from "./evidence";
import { groupByGeneration, type Opener, proposalFor } from "./group-attempts";
import {
  factsOf,
  intentKey,
  type LockedCase,
  openOrLockCases,
  readGenerations,
  readLockedCases,
} from "./lock-cases";
import { type PreparedAttempt, prepareAttempts, uniqueByIdentity } from "./prepare-attempts";
import { seeTools } from "./tools";

export type JoinResult = {
  key: string;
  case_id: string | null;
  outcome: "opened" | "joined" | "reopened" | "not_joined";
  /** To be published after the commit. */
  topics: string[];
};

const INGEST: Opener = { actor: SYSTEM_CALLER, reporter_id: null, reason: null, by_hand: false };
const ROUNDS = 5;

/**
 * Opens, joins and reopens the cases of a batch of attempts, inside the caller's transaction and after its
 * events were stored. Attempts seen before change nothing. Rows are locked in one sorted statement, so any
 * two batches, in whatever order, pass each other without a deadlock.
 */
export async function joinCases(
  tx: Transaction,
  attempts: readonly AttemptInput[],
  now: string,
  opener: Opener = INGEST,
): Promise<JoinResult[]> {
  const prepared = await prepareAttempts(tx, attempts, opener.by_hand);
  if (prepared.length === 0) return attempts.map(notJoined);
  const placed = await findAttempts(
    tx,
    prepared.map(({ identity }) => identity),
  );
  const fresh = uniqueByIdentity(prepared.filter(({ identity }) => !placed.has(identity)));
  const touched = await placeAttempts(tx, fresh, now, opener, placed);
  const outcomes = await settleNews(tx, fresh, placed, touched, now, opener);
  // A commit that is told before the doubt about another attempt arrives waits for the case, like any evidence.
  await keepCommits(
    tx,
    fresh.filter(({ identity }) => !placed.has(identity)),
    placed,
    now,
  );
  const identities = new Map(prepared.map(({ input, identity }) => [input, identity]));
  return attempts.map((input) => {
    const case_id = placed.get(identities.get(input) ?? "");
    if (case_id === undefined) return notJoined(input);
    return { key: input.key, case_id, ...(outcomes.get(case_id) ?? { outcome: "joined", topics: [] }) };
  });
}

const notJoined = ({ key }: AttemptInput): JoinResult => ({
  key,
  case_id: null,
  outcome: "not_joined",
  topics: [],
});

type Touched = { opened: Set<string>; cases: Set<string> };

/** Finds or opens each attempt's case and locks it; `placed` learns where each attempt went. */
async function placeAttempts(
  tx: Transaction,
  fresh: readonly PreparedAttempt[],
  now: string,
  opener: Opener,
  placed: Map<string, string>,
): Promise<Touched> {
  const touched: Touched = { opened: new Set(), cases: new Set() };
  let open = [...fresh];
  for (let round = 0; open.length > 0; round += 1) {
    if (round === ROUNDS)
      throw transientError("cases_busy", "The same keys are being used by too many at once.", 1);
    const known = await readGenerations(tx, [...new Set(open.map(({ intent_hash }) => intent_hash))]);
    if (round === 0) await lockIntentShards(tx, keysWithoutCase(open, known), "shared");
    const groups = groupByGeneration(open, known, now);
    if (groups.length === 0) break;
    const proposals = groups.map((group) => proposalFor(group, now, opener));
    const held = await openOrLockCases(tx, proposals);
    groups.forEach((group, index) => {
      const case_id = held.get(intentKey(group));
      if (case_id === undefined) return;
      if (case_id === proposals[index]?.case_id) touched.opened.add(case_id);
      touched.cases.add(case_id);
      for (const { identity } of group.members) placed.set(identity, case_id);
    });
    const grouped = new Set(groups.flatMap(({ members }) => members));
    open = open.filter((one) => grouped.has(one) && !placed.has(one.identity));
  }
  return touched;
}

function keysWithoutCase(prepared: readonly PreparedAttempt[], known: ReadonlyMap<string, Generation[]>) {
  return prepared.flatMap(({ intent_hash, parts: { tool, idempotency_key, lone_event } }) =>
    lone_event === null && tool !== null && idempotency_key !== null && !known.has(intent_hash)
      ? [{ tool, idempotency_key }]
      : [],
  );
}

type Outcome = Pick<JoinResult, "outcome" | "topics">;

/** Writes the attempts that are really new and what they make of their cases. */
async function settleNews(
  tx: Transaction,
  fresh: readonly PreparedAttempt[],
  placed: ReadonlyMap<string, string>,
  touched: Touched,
  now: string,
  opener: Opener,
): Promise<Map<string, Outcome>> {
  if (touched.cases.size === 0) return new Map();
  const byCase = new Map<string, PreparedAttempt[]>();
  for (const one of fresh) {
    const case_id = placed.get(one.identity);
    if (case_id === undefined) continue;
    const members = byCase.get(case_id);
    if (members === undefined) byCase.set(case_id, [one]);
    else members.push(one);
  }
  const added = await insertAttempts(
    tx,
    [...byCase].flatMap(([case_id, members]) => members.map((one) => toStore(one, case_id, now))),
  );
  const changes = (await readLockedCases(tx, [...touched.cases])).flatMap((before) => {
    const members = (byCase.get(before.case_id) ?? []).filter(({ identity }) => added.has(identity));
    return members.length === 0 ? [] : [changeOf(before, members, touched.opened.has(before.case_id), now)];
  });
  await applyCaseChanges(tx, changes, opener.actor, now);
  await keepCommits(
    tx,
    fresh.filter(({ identity }) => added.has(identity)),
    placed,
    now,
  );
  if (touched.opened.size > 0) await welcome(tx, [...touched.opened], fresh, now);
  return new Map(changes.map((one) => [one.before.case_id, outcomeOf(one, byCase)]));
}

async function welcome(
  tx: Transaction,
  opened: readonly string[],
  fresh: readonly PreparedAttempt[],
  now: string,
): Promise<void> {
  await takeEarlyEvidence(tx, opened, fresh, now);
  await seeTools(
    tx,
    fresh.flatMap(({ opens, input }) =>
      opens && input.tool !== null && input.unreadable === null ? [input.tool] : [],
    ),
    now,
  );
}

function changeOf(
  before: LockedCase,
  members: readonly PreparedAttempt[],
  opened: boolean,
  now: string,
): ChangeOfCase {
  const rules = members[0]?.rules;
  if (rules === undefined) throw new Error("a case changes without news");
  const observations: Observation[] = members.flatMap(({ input }) =>
    input.effect === "committed" ? [{ effect: "committed", observed_at: input.occurred_at }] : [],
  );
  const attempts = members.map(({ input, opens }) => ({
    occurred_at: input.occurred_at,
    arguments_hash: input.arguments_hash,
    opens,
    inferred: input.inferred === true,
  }));
  const { standing: verdict, retry_acknowledged } = before;
  const context = { rules, now, verdict, retry_acknowledged };
  return { before, opened, change: foldNews(factsOf(before), { attempts, observations }, context) };
}

function outcomeOf(
  { before, change, opened }: ChangeOfCase,
  byCase: ReadonlyMap<string, PreparedAttempt[]>,
): Outcome {
  const outcome = opened ? "opened" : change.reopened !== null ? "reopened" : "joined";
  const event_ids = (byCase.get(before.case_id) ?? []).map(({ input }) => input.event_id);
  return { outcome, topics: topicsForIntent(before, event_ids) };
}

function toStore({ input, identity }: PreparedAttempt, case_id: string, now: string) {
  const { key: _key, lone_event: _lone, inferred: _inferred, ...attempt } = input;
  return { ...attempt, case_id, identity, received_at: now };
}
