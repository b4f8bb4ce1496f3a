import type { EvidenceGiven } from "./evidence";
import type { Verdict } from "./verdict";

export const BULK_KINDS = ["claim", "release", "note", "assign", "snooze", "verdict"] as const;
export type BulkKind = (typeof BULK_KINDS)[number];

/** `stopped`: by a person, what was not done yet counts as skipped. */
export const BULK_STATES = ["frozen", "running", "done", "stopped"] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** No set is larger; more than this needs a narrower filter. */
export const BULK_MOST_CASES = 50_000;

/** What is done to each case of the set. */
export type BulkParameters =
  | { kind: "claim" }
  | { kind: "release" }
  | { kind: "note"; text: string }
  | { kind: "assign"; person_id: string | null }
  | { kind: "snooze"; until: string }
  | { kind: "verdict"; verdict: Verdict; evidence: EvidenceGiven[] };
