import type { Effect } from "./effect";

type Tried = { effect: Effect | null };

/**
 * What the attempts of one intent say of its effect together; null of none. An attempt's `absent` speaks for that attempt
 * only: one that landed goes before it, then one that nobody knows of, then one that reported nothing.
 */
export function effectOfAttempts(attempts: readonly Tried[]): Effect | null {
  const said = new Set(attempts.map(({ effect }) => effect));
  if (said.has("committed")) return "committed";
  if (said.has("unknown")) return "unknown";
  return said.has("absent") && !said.has(null) ? "absent" : null;
}
