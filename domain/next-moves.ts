import type { EventClass } from "./event-class";

/**
 * What came next in the run after a failure. The first three are another attempt at the same call, which failed too; of an
 * attempt that came through nothing is heard but the recovery that somebody reports.
 */
export const MOVES = [
  "same_payload",
  "other_payload",
  "unknown_payload",
  "recovered",
  "another_call",
  "other_tool",
  "compensated",
  "escalated",
  "gave_up",
  "nothing",
] as const;
export type Move = (typeof MOVES)[number];

/** Whether an attempt came at least `retry_after` later: `untold` where the failure said no time. */
export const WAITS = ["waited", "early", "untold"] as const;
export type Wait = (typeof WAITS)[number];

/** What a class does not allow (DESIGN "Retry follows the class"). */
export const MOVE_RULES = [
  "validation_unchanged",
  "validation_corrected_again",
  "authorization_retried",
  "unmapped_repeated",
  "unknown_effect_without_key",
  "transient_without_backoff",
  "system_hammered",
] as const;
export type MoveRule = (typeof MOVE_RULES)[number];

/** Without a `retry_after`, a repeat within a second is no back-off. */
export const BACKOFF_SECONDS = 1;
/** A breaker opens after three failures in a row, or so many within a minute over all runs of a tenant. */
export const BREAKER_WITHIN_A_MINUTE = 10;

export type Rightness = "right" | "wrong" | "neutral";

const RIGHT: Readonly<Record<EventClass, readonly Move[]>> = {
  validation: ["other_payload", "recovered"],
  authorization: ["escalated", "other_tool", "another_call"],
  not_found: ["other_payload", "other_tool", "another_call", "recovered"],
  transient: ["recovered", "escalated"],
  system: ["escalated", "other_tool", "another_call", "recovered"],
  semantic: ["other_payload", "other_tool", "another_call", "recovered", "compensated"],
  unclassified: ["recovered", "escalated"],
};
const WRONG: Readonly<Record<EventClass, readonly Move[]>> = {
  validation: ["same_payload"],
  authorization: ["same_payload", "other_payload", "unknown_payload"],
  not_found: ["same_payload"],
  transient: [],
  system: [],
  semantic: ["same_payload"],
  unclassified: [],
};

/**
 * Whether a move is what its class asks for. Repeating a transient or system failure is neither by itself: it depends on the
 * wait and on how often, which the rules judge. That a run ends says nothing about right or wrong.
 */
export function rightnessOf(errorClass: EventClass, move: Move): Rightness {
  if (RIGHT[errorClass].includes(move)) return "right";
  return WRONG[errorClass].includes(move) ? "wrong" : "neutral";
}
