import type { CaseFlag, ReopenedBecause } from "@/domain/case-rules";

type FlagWords = {
  word: string;
  /** What it means for who decides */
  meaning: string;
  tone: "danger" | "warn" | "neutral";
};

/** Flags are told in words; the loud ones are those that can pay twice. */
export const FLAG_WORDS: Readonly<Record<CaseFlag, FlagWords>> = {
  possible_duplicate: {
    word: "possible duplicate",
    meaning:
      "A runtime acted on “safe to retry”, then the effect was seen as committed: look for two of them.",
    tone: "danger",
  },
  contradicted: {
    word: "contradicted",
    meaning: "Something seen outside speaks against the verdict that was given.",
    tone: "danger",
  },
  key_reused: {
    word: "key reused",
    meaning: "The same key came with other arguments, so it protects nothing.",
    tone: "warn",
  },
  no_key: {
    word: "no key",
    meaning: "Without an idempotency key nothing protects a repeat.",
    tone: "warn",
  },
  unreadable: {
    word: "unreadable",
    meaning: "The report was rejected or conflicts with another, but it said that the effect is unknown.",
    tone: "warn",
  },
  delivery_failed: {
    word: "delivery failed",
    meaning: "The last verdict did not reach its receiver.",
    tone: "warn",
  },
  inferred: {
    word: "inferred",
    meaning: "A writing tool failed unmapped and did not report its effect.",
    tone: "neutral",
  },
  by_hand: {
    word: "opened by hand",
    meaning: "A person opened this case, not an event.",
    tone: "neutral",
  },
};

/** Why a settled case is open again. */
export const REOPENED_WORDS: Readonly<Record<ReopenedBecause, string>> = {
  new_attempt: "there was another attempt after the verdict's evidence was observed",
  contradicted: "something seen outside speaks against the verdict",
  key_reused: "the key turned out to be used with other arguments, so it protects nothing",
  expired: "the runtime asked after the key had stopped protecting a repeat",
  by_hand: "a person reopened it",
};
