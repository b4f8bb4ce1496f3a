import { sentText } from "./sent-text";

/** Did the side effect land? null is "not reported", apart from `unknown`. */
export const EFFECTS = ["absent", "committed", "unknown"] as const;
export type Effect = (typeof EFFECTS)[number];

/** Reads an effect as sent, in any case; blank is not reported, as from a form. Doubt goes to the queue: what is not recognised is `unknown`. */
export function readEffect(sent: unknown): { effect: Effect | null; effect_sent: string | null } {
  if (sent === undefined || sent === null) return { effect: null, effect_sent: null };
  const text = sentText(sent);
  const folded = text.trim().toLowerCase();
  if (folded === "") return { effect: null, effect_sent: null };
  const effect = EFFECTS.find((name) => name === folded);
  if (effect === text) return { effect, effect_sent: null };
  return { effect: effect ?? "unknown", effect_sent: text };
}
