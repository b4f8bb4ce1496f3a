import { z } from "zod";
import { CASE_MOVES, WOKEN_BECAUSE } from "@/domain/case-moves";
import { CASE_FLAGS, CASE_STATES, REOPENED_BECAUSE } from "@/domain/case-rules";
import { NOTE_KINDS } from "@/domain/note-kinds";
import { sanitizeText } from "@/domain/text";
import { instant } from "./access";
import { attachment } from "./attachments";
import { attempt } from "./attempts";
import { evidence } from "./evidence";
import { probeRun } from "./probes";
import { idempotencyKey, intentPart, text, toolName } from "./queue-parts";
import { givenVerdict } from "./verdicts";

export const caseParams = z.object({ case_id: z.guid().transform((id) => id.toLowerCase()) });

/** `POST /api/v1/cases`: from an event (`reference` and `event_id`), or from scratch (`tool`). */
export const newCase = z
  .object({
    reason: text,
    event_id: z.guid().optional(),
    reference: z.string().min(1).max(128).transform(sanitizeText).optional(),
    occurred_at: instant.optional(),
    tool: toolName.optional(),
    tenant: intentPart,
    environment: intentPart,
    service: intentPart,
    idempotency_key: idempotencyKey.optional(),
  })
  .transform(({ reason, event_id, reference, occurred_at, tool, ...parts }, context) => {
    if (event_id !== undefined && reference !== undefined)
      return { reason, event: { event_id: event_id.toLowerCase(), reference, occurred_at } };
    if (event_id === undefined && tool !== undefined)
      return { reason, report: { tool, reference, occurred_at, ...parts } };
    context.addIssue({
      code: "custom",
      path: [event_id === undefined ? "tool" : "reference"],
      message: "name the event (event_id and reference) or the tool",
    });
    return z.NEVER;
  })
  .meta({
    example: {
      reason: "The customer was charged twice.",
      tool: "issue_refund",
      idempotency_key: "refund-42",
    },
  });
export type NewCase = z.input<typeof newCase>;

export const newNote = z.object({ text });
export const reopening = z.object({ reason: text });

export const caseItem = z.object({
  case_id: z.guid(),
  state: z.enum(CASE_STATES),
  /** Counts from 1; each reopening adds one. */
  opening: z.int().min(1),
  /** The life of the idempotency key: used after its end, the next one begins. */
  generation: z.int().min(1),
  tool: z.string().nullable(),
  service: z.string().nullable(),
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  flags: z.array(z.enum(CASE_FLAGS)),
  /** Why it is here, where no attempt says so. */
  reason: z.string().nullable(),
  /** In a list the newest 20, in a single case the newest 500. */
  attempts: z.array(attempt),
  attempt_count: z.int(),
  first_attempt_at: z.string(),
  last_attempt_at: z.string(),
  /** Who holds it now; null when nobody does or the claim has run out. */
  claimed_by: z.string().nullable(),
  claimed_by_id: z.string().nullable(),
  claimed_at: z.string().nullable(),
  claim_expires_at: z.string().nullable(),
  deadline_at: z.string(),
  /** From when an absence seen outside is final. */
  safe_after: z.string(),
  /** When the key stops protecting a repeat; null without a key. */
  key_expires_at: z.string().nullable(),
  /** As many as attempts; what a verdict rests on before newer ones. */
  evidence: z.array(evidence),
  verdicts: z.array(givenVerdict),
  /** The verdict that stands; null unless settled. */
  verdict_id: z.guid().nullable(),
  /** The verdict that waits for a second person. */
  proposal_id: z.guid().nullable(),
  opened_at: z.string(),
  opened_by: z.string(),
  reopened_at: z.string().nullable(),
  reopened_because: z.enum(REOPENED_BECAUSE).nullable(),
  settled_at: z.string().nullable(),
  /** The person who is asked to see to it; says nothing about who holds it. */
  assigned_to: z.string().nullable(),
  assigned_to_id: z.string().nullable(),
  assigned_at: z.string().nullable(),
  /** Out of the open view until then, never past the deadline. */
  snoozed_until: z.string().nullable(),
  snoozed_by: z.string().nullable(),
  escalated_at: z.string().nullable(),
  escalated_by: z.string().nullable(),
  escalated_by_id: z.string().nullable(),
  version: z.int(),
});
export type CaseItem = z.output<typeof caseItem>;

export const note = z.object({
  note_id: z.guid(),
  kind: z.enum(NOTE_KINDS),
  by: z.string(),
  by_id: z.string(),
  text: z.string(),
  created_at: z.string(),
});
export type Note = z.output<typeof note>;

export const caseDetail = caseItem.extend({
  /** Reports that match this intent and others; shown, never attached by themselves. */
  possible_evidence: z.array(evidence),
  claims: z.array(
    z.object({
      by: z.string(),
      by_id: z.string(),
      claimed_at: z.string(),
      expires_at: z.string(),
      ended_at: z.string().nullable(),
      ended_as: z.enum(["given_back", "expired", "settled", "proposed", "escalated"]).nullable(),
    }),
  ),
  /** The newest 50 times the outside was asked, newest first. */
  probe_runs: z.array(probeRun),
  tool_settings: z.object({
    probe: z.object({
      /** Whether the outside can be asked about this tool. */
      available: z.boolean(),
      /** Whether that happens by itself. */
      automatic: z.boolean(),
      /** When it happens next; null while nothing asks: not automatic, or the case is not open. */
      next_at: z.string().nullable(),
    }),
  }),
  /** Among people, the newest 500; left out for a key. */
  notes: z.array(note).optional(),
  /** Among people, with those that were taken away; left out for a key. */
  attachments: z.array(attachment).optional(),
  /** What was done, or time did, that left no mark of its own, newest 200 first; left out for a key. */
  moves: z
    .array(
      z.object({
        ...{ at: z.string(), by: z.string(), by_id: z.string(), move: z.enum(CASE_MOVES) },
        /** `assigned`: who was asked to see to it. */
        to: z.string().nullable(),
        /** `snoozed`: until when it was put aside. */
        until: z.string().nullable(),
        /** `woken`: why, where nobody did it. */
        because: z.enum(WOKEN_BECAUSE).nullable(),
      }),
    )
    .optional(),
  /** Whether the person who asks is told what becomes of it; left out for a key. */
  watched: z.boolean().optional(),
});
export type CaseDetail = z.output<typeof caseDetail>;

/** Under the same filters as the list, but for `state`. */
export const caseCounts = z.object({
  /** Without those that sleep. */
  open: z.int(),
  mine: z.int(),
  assigned: z.int(),
  second: z.int(),
  escalated: z.int(),
  snoozed: z.int(),
  watched: z.int(),
  settled: z.int(),
  undelivered: z.int(),
  overdue: z.int(),
});
export type CaseCounts = z.output<typeof caseCounts>;

/** `POST /api/v1/cases/{case_id}/probe`. */
export const probedCase = z.object({ run: probeRun, case: caseItem });
export type ProbedCase = z.output<typeof probedCase>;

export const caseList = z.object({
  items: z.array(caseItem),
  next_cursor: z.string().nullable(),
  counts: caseCounts,
});
export type CaseList = z.output<typeof caseList>;
