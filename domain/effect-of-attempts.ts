import type { Effect } from "./effect";

/**
 * What is known while a case is open, of its attempts and what machines saw outside. Where one says that it landed and
 * another that it did not, nobody knows: contradicting sources never settle by themselves (CONTRACT "Cases").
 */
export function effectWithEvidence(effect: Effect | null, seen: readonly (Effect | null)[]): Effect | null {
  const landed = effect === "committed" || seen.includes("committed");
  if (!landed) return effect;
  return seen.includes("absent") ? "unknown" : "committed";
}

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
