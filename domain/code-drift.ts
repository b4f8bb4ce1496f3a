import type { EventClass } from "./event-class";

/** How a code was used, in events. */
export type CodeUse = {
  classes: readonly { class: EventClass; events: number }[];
  /** Answers whether it may be repeated, where the effect is not unknown. */
  retry: { yes: number; no: number };
  effects: { absent: number; committed: number };
};

/** One code that means two things: whoever branches on it is wrong half of the time. */
export const DRIFTS = ["class", "retry", "effect"] as const;
export type Drift = (typeof DRIFTS)[number];

/**
 * What a code says in two ways (decision 0115). That an effect is unknown now and absent then is no drift: a time-out does
 * not know. That it is absent now and committed then is. A code that says that nothing was mapped means nothing anyway.
 */
export function driftsOf(use: CodeUse, unmapped: boolean): Drift[] {
  if (unmapped) return [];
  const drifts: [Drift, boolean][] = [
    ["class", use.classes.length > 1],
    ["retry", use.retry.yes > 0 && use.retry.no > 0],
    ["effect", use.effects.absent > 0 && use.effects.committed > 0],
  ];
  return drifts.flatMap(([drift, is]) => (is ? [drift] : []));
}
