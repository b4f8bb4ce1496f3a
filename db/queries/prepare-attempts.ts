import type { Transaction } from "@/db/client";
import type { Effect } from "@/domain/effect";
import type { IntentParts } from "@/domain/intent";
import type { ToolRules } from "@/domain/tool-rules";
import { digestOf, intentHash } from "./intent-hash";
import { readToolRules } from "./tools";

/** One reported attempt at an effect, as ingest hands it over. */
export type AttemptInput = {
  /** The caller's own name for it, echoed. */
  key: string;
  /** Null where a person reports it. */
  source_id: number | null;
  event_id: string | null;
  reference: string | null;
  occurred_at: string;
  tool: string | null;
  service: string | null;
  tenant: string | null;
  environment: string | null;
  idempotency_key: string | null;
  code: string;
  class: string;
  effect: Effect | null;
  run_id: string | null;
  call_id: string | null;
  arguments_hash: string | null;
  /** Why the item could not be stored as an event although it says `unknown`. */
  unreadable: string | null;
  /** Tells intents without a usable key apart: the event's id, or a hash of what could not be read. */
  lone_event: string;
  /** Opens a case although its effect was not reported: an unmapped failure of a writing tool. */
  inferred?: boolean;
  snapshot: Record<string, unknown>;
};

export type PreparedAttempt = {
  input: AttemptInput;
  identity: string;
  parts: IntentParts;
  intent_hash: string;
  /** Whether it leaves the effect in doubt. */
  opens: boolean;
  rules: ToolRules;
};

/**
 * Leaves out what can neither open a case nor belong to one: no doubt, and no key to find others by.
 * `by_hand`: a person's doubt opens whatever the attempt says of itself.
 */
export async function prepareAttempts(
  tx: Transaction,
  attempts: readonly AttemptInput[],
  by_hand: boolean,
): Promise<PreparedAttempt[]> {
  const relevant = attempts.filter((one) => by_hand || opensCase(one) || isKeyed(one));
  const names = relevant.flatMap(({ tool }) => (tool === null ? [] : [tool]));
  const rulesOf = await readToolRules(tx, names);
  return relevant.map((input) => {
    const identity = identityOf(input);
    const { tenant, environment, service, tool, idempotency_key } = input;
    const lone_event = isKeyed(input) ? null : identity;
    const parts = { tenant, environment, service, tool, idempotency_key, lone_event };
    const intent_hash = intentHash(parts);
    return { input, identity, parts, intent_hash, opens: by_hand || opensCase(input), rules: rulesOf(tool) };
  });
}

function opensCase(attempt: AttemptInput): boolean {
  return attempt.effect === "unknown" || attempt.unreadable !== null || attempt.inferred === true;
}

/** Nothing in an unreadable item can be relied on, so its key joins it to nobody. */
function isKeyed(attempt: AttemptInput): boolean {
  return attempt.idempotency_key !== null && attempt.tool !== null && attempt.unreadable === null;
}

function identityOf(attempt: AttemptInput): string {
  const { source_id, event_id, reference, occurred_at, lone_event, unreadable } = attempt;
  if (unreadable !== null) return digestOf(JSON.stringify(["unreadable", source_id, lone_event]));
  if (event_id === null) return digestOf(JSON.stringify(["by hand", lone_event]));
  return digestOf(JSON.stringify(["event", source_id, event_id, reference, occurred_at]));
}

/** One of each: a batch may hold the same attempt twice. */
export function uniqueByIdentity(prepared: readonly PreparedAttempt[]): PreparedAttempt[] {
  return [...new Map(prepared.map((one) => [one.identity, one])).values()];
}
