import type { Transaction } from "@/db/client";
import type { AttemptInput } from "@/domain/attempt";
import type { IntentParts } from "@/domain/intent";
import type { ToolRules } from "@/domain/tool-rules";
import { digestOf, intentHash } from "./intent-hash";
import { holdToolRules } from "./tools";

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
 * Holds the rules of the tools, so take it before any case. `by_hand`: a person's doubt opens whatever the attempt says of itself.
 */
export async function prepareAttempts(
  tx: Transaction,
  attempts: readonly AttemptInput[],
  by_hand: boolean,
): Promise<PreparedAttempt[]> {
  const relevant = attempts.filter((one) => by_hand || opensCase(one) || isKeyed(one));
  const names = relevant.flatMap(({ tool }) => (tool === null ? [] : [tool]));
  const rulesOf = await holdToolRules(tx, names);
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
