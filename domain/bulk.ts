import type { EvidenceGiven } from "./evidence";
import type { Verdict } from "./verdict";

export const BULK_KINDS = ["claim", "release", "note", "assign", "snooze", "verdict", "agree"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** `stopped`: by a person, what was not done yet counts as skipped. */
export const BULK_STATES = ["frozen", "running", "done", "stopped"] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** `skipped`: a single call would have been refused, or it was stopped before; `failed`: an error of ours. */
export const BULK_OUTCOMES = ["done", "skipped", "failed"] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/** No set is larger; more than this needs a narrower filter. */
export const BULK_MOST_CASES = 50_000;

/** A frozen set can be started for so long; what is older shows a queue that is gone. */
export const BULK_FROZEN_SECONDS = 86_400;

/** What is done to each case of the set. */
export type BulkParameters =
  | { kind: "claim" }
  | { kind: "release" }
  | { kind: "note"; text: string }
  | { kind: "assign"; person_id: string | null }
  | { kind: "snooze"; until: string }
  | { kind: "verdict"; verdict: Verdict; evidence: EvidenceGiven[] }
  /** To the verdicts that wait for a second person; sending one back asks for a word about that one. */
  | { kind: "agree" };
