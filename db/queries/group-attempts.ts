import { randomUUID } from "node:crypto";
import { type CaseFlag, deadlineOf } from "@/domain/case-rules";
import { addSeconds } from "@/domain/instant";
import { type Generation, generationAt, type IntentParts, keyExpiry } from "@/domain/intent";
import type { Actor } from "./change-cases";
import { type CaseToOpen, intentKey } from "./lock-cases";
import type { PreparedAttempt } from "./prepare-attempts";

/** Who opens, where it is not ingest. */
export type Opener = {
  actor: Actor;
  /** Whose case it becomes as well. */
  reporter_id: string | null;
  reason: string | null;
  by_hand: boolean;
};

export type Group = { intent_hash: string; generation: number; members: PreparedAttempt[] };

/** Openers first, so that what only attaches finds the life of the key that the same batch begins. */
export function groupByGeneration(
  prepared: readonly PreparedAttempt[],
  known: Map<string, Generation[]>,
  now: string,
): Group[] {
  const groups = new Map<string, Group>();
  const inOrder = [...prepared].sort(
    (a, b) => Number(b.opens) - Number(a.opens) || (a.input.occurred_at < b.input.occurred_at ? -1 : 1),
  );
  for (const one of inOrder) {
    const generation = generationFor(one, known, now);
    if (generation === null) continue;
    const group = { intent_hash: one.intent_hash, generation, members: [] as PreparedAttempt[] };
    const key = intentKey(group);
    groups.set(key, groups.get(key) ?? group);
    groups.get(key)?.members.push(one);
  }
  return [...groups.values()];
}

function generationFor(one: PreparedAttempt, known: Map<string, Generation[]>, now: string): number | null {
  const { key_life_seconds } = one.rules;
  const generations = known.get(one.intent_hash) ?? [];
  const found = generationAt(one.input.occurred_at, key_life_seconds, generations);
  if (found !== null || !one.opens) return found;
  const generation = Math.max(0, ...generations.map((other) => other.generation)) + 1;
  const first_attempt_at = one.input.occurred_at;
  const key_expires_at =
    one.parts.lone_event === null ? keyExpiry(first_attempt_at, now, key_life_seconds) : null;
  known.set(one.intent_hash, [...generations, { generation, first_attempt_at, key_expires_at }]);
  return generation;
}

/** The row to insert if the intent has no case in this life of its key; what the attempts add comes after. */
export function proposalFor(group: Group, now: string, opener: Opener): CaseToOpen {
  const [first] = [...group.members].sort((a, b) => (a.input.occurred_at < b.input.occurred_at ? -1 : 1));
  if (first === undefined) throw new Error("a group of attempts is empty");
  const { parts, rules, input } = first;
  const at = input.occurred_at;
  const key_expires_at = parts.lone_event === null ? keyExpiry(at, now, rules.key_life_seconds) : null;
  const flags = flagsOf(group.members, parts, opener);
  const start = { opening: 1, flags, key_expires_at, due_from: at };
  return {
    case_id: randomUUID(),
    intent_hash: group.intent_hash,
    generation: group.generation,
    ...parts,
    ...start,
    state: "open",
    reason: opener.reason ?? input.unreadable,
    first_attempt_at: at,
    last_attempt_at: at,
    safe_after: addSeconds(at, rules.in_flight_seconds),
    deadline_at: deadlineOf(start, rules),
    arguments_hash: null,
    attempt_count: 0,
    opened_at: now,
    opened_by: opener.actor.name,
    reporter_ids: opener.reporter_id === null ? [] : [opener.reporter_id],
    version: 1,
  };
}

function flagsOf(members: readonly PreparedAttempt[], parts: IntentParts, opener: Opener): CaseFlag[] {
  const unreadable = members.some(({ input }) => input.unreadable !== null);
  const flags: CaseFlag[] = [];
  if (members.every(({ input, opens }) => !opens || input.inferred === true)) flags.push("inferred");
  if (opener.by_hand) flags.push("by_hand");
  if (parts.idempotency_key === null) flags.push("no_key");
  if (unreadable) flags.push("unreadable");
  return flags;
}
