import { z } from "zod";
import { ATTEMPT_FINDINGS } from "@/domain/attempt-finding";
import { instant } from "./access";
import { caseItem } from "./cases";
import { optionalText, text } from "./queue-parts";
import { givenVerdict } from "./verdicts";

const personId = z.guid().transform((id) => id.toLowerCase());

/** `POST /api/v1/cases/{case_id}/assignment`: somebody who may work cases and sees this one. */
export const assignmentBody = z.object({ person_id: personId });
export type AssignmentBody = z.input<typeof assignmentBody>;

/** `GET /api/v1/cases/assignees`: people who may work cases; with `case_id` only those who see that one. */
export const assigneesQuery = z.object({
  /** A part of the name, in any case. */
  q: optionalText(100),
  case_id: z.guid().optional(),
});

export const assignee = z.object({ person_id: z.guid(), name: z.string() });
export type Assignee = z.output<typeof assignee>;

/** By name, at most 50. */
export const assigneeList = z.object({ items: z.array(assignee) });
export type AssigneeList = z.output<typeof assigneeList>;

/** `POST /api/v1/cases/{case_id}/snooze`: at most until the deadline. */
export const snoozeBody = z.object({ until: instant });
export type SnoozeBody = z.input<typeof snoozeBody>;

/** `POST /api/v1/cases/{case_id}/escalation`. */
export const escalationBody = z.object({ reason: text, assign_to: personId.optional() });
export type EscalationBody = z.input<typeof escalationBody>;

/** `POST /api/v1/cases/{case_id}/attempts/findings`: what was found of these attempts, one by one. */
export const findingsBody = z.object({
  attempt_ids: z.array(z.int().min(1)).min(1).max(500),
  found: z.enum(ATTEMPT_FINDINGS),
  external_id: optionalText(255),
  note: optionalText(8192),
});
export type FindingsBody = z.input<typeof findingsBody>;

/** The answer of `POST /api/v1/cases/{case_id}/verdict`: what was given, and the case as it is now. */
export const issuedVerdict = givenVerdict
  .pick({
    ...{ verdict_id: true, verdict: true, directive: true, retry_with: true },
    ...{ valid_until: true, supersedes: true, settled_at: true, overrules: true },
  })
  .extend({
    case_id: z.guid(),
    /** `awaiting_second`: another person must agree; the runtime still sees `pending`. */
    state: z.enum(["settled", "awaiting_second"]),
    case: caseItem,
  });
export type IssuedVerdict = z.output<typeof issuedVerdict>;
