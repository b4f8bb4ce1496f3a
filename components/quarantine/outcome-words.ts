import type { ReplayOutcome } from "@/domain/replay";

const WORDS: Readonly<Record<ReplayOutcome, string>> = {
  accepted: "accepted",
  duplicate: "stored already",
  conflict: "conflicting",
  rejected: "rejected again",
  skipped: "left unchanged",
};

const TONES = {
  accepted: "ok",
  duplicate: "neutral",
  conflict: "warn",
  rejected: "danger",
  skipped: "outline",
} as const satisfies Record<ReplayOutcome, string>;

/** What became of an item, for people. */
export const outcomeWord = (outcome: ReplayOutcome): string => WORDS[outcome];
export const outcomeTone = (outcome: ReplayOutcome): (typeof TONES)[ReplayOutcome] => TONES[outcome];
