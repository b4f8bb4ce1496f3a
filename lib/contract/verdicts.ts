import { z } from "zod";
import { REOPENED_BECAUSE } from "@/domain/case-rules";
import { OVERRULES_MOST } from "@/domain/committed-evidence";
import { DIRECTIVES, RETRY_WITH, VERDICTS } from "@/domain/verdict";
import { EVIDENCE_EXAMPLE, evidenceGiven } from "./evidence";
import { idempotencyKey, intentPart, optionalText, shortText, toolName } from "./queue-parts";

/** `POST /api/v1/cases/{case_id}/verdict`. */
export const verdictBody = z
  .object({
    verdict: z.enum(VERDICTS),
    evidence: z.array(evidenceGiven).max(50).default([]),
    /**
     * With `absent`: the ids of evidence that says `committed`, of which the person says that they looked and it does not
     * speak of this effect. Each that is left out refuses the verdict: 409 `evidence_says_committed`. A key overrules nothing.
     */
    overrules: z
      .array(z.guid().transform((id) => id.toLowerCase()))
      .max(OVERRULES_MOST)
      .default([]),
  })
  .meta({ example: { verdict: "committed", evidence: [EVIDENCE_EXAMPLE] } });
export type VerdictBody = z.input<typeof verdictBody>;

/** `POST /api/v1/cases/{case_id}/approval`. */
export const approvalBody = z.object({
  verdict_id: z.guid().transform((id) => id.toLowerCase()),
  agree: z.boolean(),
  note: optionalText(8192),
});
export type ApprovalBody = z.input<typeof approvalBody>;

/** A verdict as it stands in a case's history. */
export const givenVerdict = z.object({
  verdict_id: z.guid(),
  opening: z.int(),
  /** `proposed` waits for a second person; `voided` never went out. */
  state: z.enum(["proposed", "settled", "voided"]),
  verdict: z.enum(VERDICTS),
  directive: z.enum(DIRECTIVES),
  retry_with: z.enum(RETRY_WITH).nullable(),
  valid_until: z.string().nullable(),
  observed_at: z.string(),
  external_id: z.string().nullable(),
  /** The evidence that says `committed` and was looked at: it does not speak of this effect. */
  overrules: z.array(z.guid()),
  by: z.string(),
  by_id: z.string(),
  by_kind: z.enum(["person", "key", "system"]),
  given_at: z.string(),
  settled_at: z.string().nullable(),
  approved_by: z.string().nullable(),
  approved_by_id: z.string().nullable(),
  voided_at: z.string().nullable(),
  voided_because: z.string().nullable(),
  supersedes: z.guid().nullable(),
  superseded_at: z.string().nullable(),
  superseded_because: z.enum(REOPENED_BECAUSE).nullable(),
  delivery: z.object({
    sent_at: z.string().nullable(),
    delivered_at: z.string().nullable(),
    acknowledged_at: z.string().nullable(),
    acknowledged_by: z.string().nullable(),
  }),
});
export type GivenVerdict = z.output<typeof givenVerdict>;

const wait = z.coerce.number().min(0).max(60).default(0);
/**
 * `GET /api/v1/verdicts`: by `case_id`, by `event_id`, or by `tool` and `idempotency_key` with the parts of
 * the intent: left out matches any value, empty means "absent". Never by reference, which is no identity.
 */
export const verdictsQuery = z
  .object({
    case_id: z.guid().optional(),
    event_id: z.guid().optional(),
    tool: toolName.optional().meta({ example: "issue_refund" }),
    idempotency_key: idempotencyKey.optional().meta({ example: "refund-42" }),
    tenant: intentPart,
    environment: intentPart,
    service: intentPart,
    wait_seconds: wait,
  })
  .transform(({ case_id, event_id, tool, idempotency_key, wait_seconds, ...parts }, context) => {
    const asked = [case_id, event_id, tool ?? idempotency_key].filter((one) => one !== undefined);
    if (asked.length > 1) {
      const message = "ask by case_id, by event_id, or by tool and idempotency_key, and by one of them only";
      context.addIssue({ code: "custom", path: [case_id ? "case_id" : "event_id"], message });
      return z.NEVER;
    }
    if (case_id) return { wait_seconds, target: { case_id: case_id.toLowerCase() } };
    if (event_id) return { wait_seconds, target: { event_id: event_id.toLowerCase() } };
    if (tool && idempotency_key) return { wait_seconds, target: { tool, idempotency_key, ...parts } };
    context.addIssue({
      code: "custom",
      path: [idempotency_key ? "tool" : "idempotency_key"],
      message: "ask by idempotency_key and tool, by event_id, or by case_id; a reference is no identity",
    });
    return z.NEVER;
  });

/** What a waiting runtime gets. `none` and `pending` carry no directive and mean: wait. */
export const runtimeAnswer = z.object({
  state: z.enum(["none", "pending", "settled"]),
  case_id: z.guid().optional(),
  verdict: z.enum(VERDICTS).optional(),
  directive: z.enum(DIRECTIVES).optional(),
  retry_with: z.enum(RETRY_WITH).optional(),
  valid_until: z.string().optional(),
  external_id: z.string().optional(),
  observed_at: z.string().optional(),
  verdict_id: z.guid().optional(),
  settled_at: z.string().optional(),
});
export type RuntimeAnswer = z.output<typeof runtimeAnswer>;

export const verdictParams = z.object({ verdict_id: z.guid().transform((id) => id.toLowerCase()) });

/** `POST /api/v1/verdicts/{verdict_id}/acknowledgements`: `by` names the run that will act, and only it. */
export const acknowledgementBody = z.object({ by: shortText });

export const acknowledgement = z.object({
  verdict_id: z.guid(),
  case_id: z.guid(),
  acknowledged_at: z.string(),
  acknowledged_by: z.string(),
});
export type Acknowledgement = z.output<typeof acknowledgement>;
