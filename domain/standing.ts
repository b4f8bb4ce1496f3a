import type { Effect } from "./effect";
import type { Verdict } from "./verdict";

/** What is known of an intent's effect at the moment, from the surest word of it: its verdict, its open case, the event. */
export const STANDINGS = [
  "absent",
  "committed",
  "unknown",
  "not_reported",
  "read_only",
  "open",
  "open_committed",
  "awaiting_second",
  "settled_committed",
  "settled_absent",
  "settled_compensated",
  "settled_undeterminable",
] as const;
export type Standing = (typeof STANDINGS)[number];

/** The case of a failure, as far as it says what may be told. */
export type CaseStanding = {
  state: "open" | "awaiting_second" | "settled";
  verdict: Verdict | null;
  settled_at: string | null;
};

type Known = {
  effect: Effect | null;
  /** Whether a person declared that the tool only reads. */
  read_only: boolean;
  case: Pick<CaseStanding, "state" | "verdict"> | null;
};

/**
 * Where the effect of a failure stands. A settled case speaks for the whole intent and goes before the effect of one
 * attempt, and so does an open one: an attempt's `absent` speaks for that attempt only. That it took effect stays known
 * while people check. A case that is settled while its verdict is not known counts as open.
 */
export function standingOf({ effect, read_only, case: found }: Known): Standing {
  if (found?.state === "settled" && found.verdict !== null) return `settled_${found.verdict}`;
  if (found !== null && effect === "committed") return "open_committed";
  if (found !== null) return found.state === "awaiting_second" ? "awaiting_second" : "open";
  if (read_only && effect !== "unknown" && effect !== "committed") return "read_only";
  return effect ?? "not_reported";
}

/** What a standing says of the effect in one word; null where nobody reported it. */
export function effectOfStanding(standing: Standing): Effect | null {
  return EFFECT_OF[standing];
}

const EFFECT_OF: Readonly<Record<Standing, Effect | null>> = {
  absent: "absent",
  committed: "committed",
  unknown: "unknown",
  not_reported: null,
  read_only: "absent",
  open: "unknown",
  open_committed: "committed",
  awaiting_second: "unknown",
  settled_committed: "committed",
  settled_absent: "absent",
  settled_compensated: "committed",
  settled_undeterminable: "unknown",
};

/** Nobody knows yet whether it happened: whatever is said, it must not be tried again. */
export function isInDoubt(standing: Standing): boolean {
  return standing === "unknown" || standing === "open" || standing === "awaiting_second";
}

/** Nothing was changed, so that it may be tried again. */
export function isUnchanged(standing: Standing): boolean {
  return standing === "absent" || standing === "read_only";
}

/** A second try, or a word of comfort, could do harm: support has to be told what not to do. */
export function needsWarning(standing: Standing): boolean {
  return !isUnchanged(standing) && standing !== "not_reported";
}
