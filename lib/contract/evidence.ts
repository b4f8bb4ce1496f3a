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
export type EvidenceGiven = z.input<typeof evidenceGiven>;

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
  effect: z.preprocess(
    (sent) => (typeof sent === "string" ? sent.toLowerCase() : sent),
    z.enum(["committed", "absent"]),
  ),
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
  /** Null for what a person gave with a verdict: the verdict says it. */
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
});
export type Evidence = z.output<typeof evidence>;
