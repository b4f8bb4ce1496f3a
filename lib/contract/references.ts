import { z } from "zod";
import { CASE_STATES } from "@/domain/case-rules";
import { EFFECTS } from "@/domain/effect";
import { EVENT_CLASSES } from "@/domain/event-class";
import { PASTED_TEXT_MAX } from "@/domain/look-up";
import { STANDINGS } from "@/domain/standing";

/** `GET /api/v1/references?q=` and `POST` with the same as a body: any text, as pasted. */
export const lookUpInput = z.object({
  q: z
    .string("must be the text that was pasted")
    .max(
      PASTED_TEXT_MAX,
      `is longer than the ${PASTED_TEXT_MAX.toLocaleString("en")} characters that are read at once; paste only the part with the reference`,
    ),
});

export const LOOK_UP_ANSWERS = [
  "found",
  "several",
  /** No failure, but a case that the text names by its id, such as one opened by hand. */
  "case",
  "suggestions",
  "not_yet",
  "rejected",
  "expired",
  "never",
] as const;

const occurrence = {
  reference: z.string(),
  /** The last attempt's id; null when only frames are known. */
  event_id: z.guid().nullable(),
  /** Of the last attempt; of the frames when only they are known. */
  occurred_at: z.string(),
  tool: z.string().nullable(),
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  service: z.string().nullable(),
  code: z.string().nullable(),
  class: z.enum(EVENT_CLASSES).nullable(),
  effect: z.enum(EFFECTS).nullable(),
  /** Events of one run and one reference are one match; 0 when only frames are known. */
  attempts: z.int(),
  has_frames: z.boolean(),
  /** The case that its last attempt belongs to; null when there is none. */
  case_id: z.string().nullable(),
  case_state: z.string().nullable(),
};

export const referenceMatch = z.object(occurrence);
export type ReferenceMatch = z.output<typeof referenceMatch>;

/** What of an event the text named. A reference is looked for before any identifier. */
export const FOUND_BY = ["reference", "trace_id", "run_id", "call_id", "idempotency_key", "case_id"] as const;

export const lookUpMatch = z.object({ ...occurrence, found_by: z.enum(FOUND_BY) });
export type LookUpMatch = z.output<typeof lookUpMatch>;

/** A case that no match belongs to: named by its id, or opened by hand for a reference of which nothing was reported. */
export const namedCase = z.object({
  case_id: z.guid(),
  /** Null where what was reported could not be read. */
  tool: z.string().nullable(),
  state: z.enum(CASE_STATES),
  opened_at: z.string(),
  /** The reference it was opened for by hand; null where the text names its id. */
  reference: z.string().nullable(),
  /** Whether the caller may look into it; else only that it is there. */
  may_open: z.boolean(),
});
export type NamedCase = z.output<typeof namedCase>;

export const SUGGESTION_REASONS = [
  /** Separators or a missing `err_` differ. */
  "separator",
  /** The text is the beginning of it. */
  "prefix",
  /** Characters that look alike differ, such as l and 1. */
  "look_alike",
  /** One character differs, is missing, or is too many, or two changed places. */
  "one_edit",
] as const;

export const SUGGESTION_SURENESS = ["almost_certain", "likely", "possible"] as const;

export const referenceSuggestion = z.object({
  ...occurrence,
  /** 0: separators or look-alikes only; 1: one edit; for a prefix, how many characters are missing. */
  distance: z.int(),
  why: z.enum(SUGGESTION_REASONS),
  /** The index in `reference` of the character that is probably wrong in the text; null where nobody can tell. */
  differs_at: z.int().nullable(),
  /** How sure it is that this one was meant, by its check character and by how many others are as near. */
  sure: z.enum(SUGGESTION_SURENESS),
});
export type ReferenceSuggestion = z.output<typeof referenceSuggestion>;

/** What support may say; sentences, ready to read out. */
export const sayToUser = z.object({
  /** What happened, with the reference in it. */
  sentence: z.string(),
  /** What is safe to promise, given the effect and the case. */
  promise: z.string(),
  /** What must not be said or tried; null when nothing is dangerous. */
  do_not: z.string().nullable(),
  /** Where the effect stands, by the verdict, the open case, or what was reported; why the words are these. */
  standing: z.enum(STANDINGS),
});

/** Why ingest refused what carried this reference. The payload is for those who may read quarantine. */
export const rejection = z.object({
  reference: z.string(),
  reason: z.string(),
  /** In words. */
  detail: z.string(),
  received_at: z.string(),
  /** Where its effect is unknown: what may be said all the same. Null where nothing of it can be. */
  say_to_user: sayToUser.nullable(),
  /** The case of its unknown effect; null where there is none, or none that the caller may open. */
  case: z.object({ case_id: z.guid(), state: z.enum(CASE_STATES) }).nullable(),
});

/** Events that were here and were dropped by retention; only that they were is left. */
export const expiredReference = z.object({
  reference: z.string(),
  dropped_at: z.string(),
  /** The time that was dropped with it, half-open: it happened in there. */
  from: z.string(),
  to: z.string(),
});

/** How far a source that should be reporting is behind. */
export const sourceLag = z.object({
  /** Its name; null where the caller's confinement does not let them know it. */
  source: z.string().nullable(),
  seconds: z.int(),
});

/** What the check character says of a reference that was looked for. */
export const checkedReference = z.object({
  reference: z.string(),
  check: z.enum(["valid", "invalid", "unchecked"]),
  /** The index of the character that is wrong, where one known reference alone says so. */
  wrong_at: z.int().nullable(),
});

export const lookUpAnswer = z.object({
  answer: z.enum(LOOK_UP_ANSWERS),
  /**
   * One when `found`; the chooser when `several`, newest first. Beside any other answer: what an identifier in the text
   * leads to, which may not be what was meant.
   */
  matches: z.array(lookUpMatch),
  /** How many failures match beyond those listed; `at_least` where there are too many to count. */
  more: z.object({ matches: z.int(), at_least: z.boolean() }).nullable(),
  /** Filled when `case`; beside any other answer where the text leads to a case as well. */
  cases: z.array(namedCase),
  suggestions: z.array(referenceSuggestion),
  /** Filled when `rejected`; with `several`, of another reference in the text. */
  rejections: z.array(rejection),
  /** Filled when `expired`. */
  expired: z.array(expiredReference),
  /** With `not_yet`, where a source is behind; null where none is. */
  lag: sourceLag.nullable(),
  /** The references read out of the text, most likely first. */
  looked_for: z.array(checkedReference),
  /** Beside matches: the references that the text holds as well, and nothing carries. */
  unknown: z.array(z.string()),
  /** How many places of the text look like a reference and were not looked for: of long lists only the likeliest 50 are. */
  left_out: z.int(),
  /** How many days failures, and what was refused, are kept; of older ones only their references are known. */
  kept_days: z.int(),
  /** Whether the caller sees a part only, so that it may be somebody else's. */
  confined: z.boolean(),
});
export type LookUpAnswer = z.output<typeof lookUpAnswer>;
