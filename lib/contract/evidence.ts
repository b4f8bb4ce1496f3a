import { z } from "zod";
import { instant } from "./access";
import { idempotencyKey, intentPart, optionalText, optionalUrl, shortText, toolName } from "./queue-parts";

/** Evidence as given with a verdict. */
export const evidenceGiven = z.object({
  kind: shortText,
  external_id: optionalText(255),
  url: optionalUrl,
  note: optionalText(8192),
  observed_at: instant,
});
export const EVIDENCE_EXAMPLE = {
  kind: "provider",
  external_id: "re_123",
  observed_at: "2026-11-15T00:34:38.350360Z",
};
export type EvidenceGiven = z.input<typeof evidenceGiven>;

const effect = z.preprocess(
  (sent) => (typeof sent === "string" ? sent.toLowerCase() : sent),
  z.enum(["committed", "absent"]),
);

/**
 * `POST /api/v1/cases/{case_id}/evidence`: what somebody saw, apart from a verdict. With an `effect` it weighs
 * like a machine's report: against a verdict it reopens.
 */
export const attachedEvidence = evidenceGiven
  .extend({
    effect: effect.nullish().transform((sent) => sent ?? null),
  })
  .meta({ example: EVIDENCE_EXAMPLE });
export type AttachedEvidence = z.input<typeof attachedEvidence>;

/**
 * `POST /api/v1/evidence`: what a machine saw. A part that is left out matches any value, an empty one
 * "absent" only.
 */
export const reportedEvidence = z.object({
  tool: toolName,
  idempotency_key: idempotencyKey,
  tenant: intentPart,
  environment: intentPart,
  service: intentPart,
  effect,
  source: shortText,
  kind: shortText,
  external_id: optionalText(255),
  url: optionalUrl,
  note: optionalText(8192),
  observed_at: instant,
});
export type ReportedEvidence = z.input<typeof reportedEvidence>;

/** 200 when attached, 202 while it is kept apart. */
export const evidenceAnswer = z.object({
  evidence_id: z.guid(),
  attached: z.boolean(),
  case_id: z.guid().nullable(),
  because: z.enum(["no_case_yet", "ambiguous_intent"]).optional(),
  duplicate: z.boolean(),
});
export type EvidenceAnswer = z.output<typeof evidenceAnswer>;

export const evidence = z.object({
  evidence_id: z.guid(),
  kind: z.string(),
  source: z.string(),
  /** Null where it says nothing by itself: given with a verdict, or a mere pointer. */
  effect: z.enum(["committed", "absent"]).nullable(),
  external_id: z.string().nullable(),
  url: z.string().nullable(),
  note: z.string().nullable(),
  observed_at: z.string(),
  received_at: z.string(),
  /** The verdict it was given with. */
  verdict_id: z.guid().nullable(),
  by: z.string(),
  by_id: z.string(),
  /** A person's word, a machine's report, or what Errata saw itself. */
  by_kind: z.enum(["person", "key", "system"]),
});
export type Evidence = z.output<typeof evidence>;
