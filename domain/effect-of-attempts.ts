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

/** What was seen outside of an intent that no case holds; `sure`: it can be of no other intent. */
export type SeenOutside = { effect: Effect; sure: boolean };

/**
 * What is known where machines saw something before anybody doubted. What may be of another intent proves nothing, but a
 * commit that may be of this one makes it uncertain: an attempt's `absent` speaks for that attempt only.
 */
export function effectWithPossible(effect: Effect | null, seen: readonly SeenOutside[]): Effect | null {
  const sure = seen.filter((one) => one.sure).map((one) => one.effect);
  const known = effectWithEvidence(effect, sure);
  const doubted = seen.some((one) => !one.sure && one.effect === "committed");
  return doubted && known !== "committed" ? "unknown" : known;
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
