import { z } from "zod";
import { readCode } from "./code";
import { type EventClass, readClass } from "./event-class";
import { stringifyJson } from "./json";
import type { Pins } from "./permissions";
import {
  type ReportOutcome,
  type ReportRules,
  refused,
  settleNames,
  settleParts,
  settleTime,
} from "./report-rules";
import { partShape, type Rejection, rejectionOfIssue, toolShape } from "./reported-event";

export const OUTCOMES = ["recovered", "gave_up", "escalated"] as const;

/** How a run got over a failure (CONTRACT "Counts, recoveries, releases"). */
export const reportedRecovery = z.object({
  recovery_id: z.guid("must be a UUID").nullish(),
  run_id: z.string().min(1).max(255),
  tool: toolShape,
  code: z.string().min(1).max(200),
  class: z.unknown().optional(),
  attempts: z.int32().min(1),
  outcome: z.enum(OUTCOMES),
  service: partShape,
  environment: partShape,
  tenant: partShape,
  release: partShape,
  occurred_at: z.string("must be RFC 3339 text with an offset"),
});

export type PreparedRecovery = Pins & {
  source_id: number;
  recovery_id: string;
  content_hash: string;
  run_id: string;
  tool: string;
  code: string;
  class: EventClass | null;
  attempts: number;
  outcome: (typeof OUTCOMES)[number];
  release: string | null;
  occurred_at: string;
  received_at: string;
};

/** Reads one recovery. Without an id, run, tool, code and time are its identity. */
export function prepareRecovery(item: unknown, rules: ReportRules): ReportOutcome<PreparedRecovery> {
  const parsed = reportedRecovery.safeParse(item);
  if (!parsed.success) return refused(rejectionOfIssue(parsed.error, item), rules);
  const sent = parsed.data;
  const time = settleTime("occurred_at", sent.occurred_at, rules, "retention");
  if (!time.ok) return refused(time.rejection, rules);
  const parts = settleParts(sent, rules.pins);
  if (!parts.ok) return refused(parts.rejection, rules);
  const { run_id, attempts, outcome } = sent;
  const names = settleNames({ ...parts.value, tool: sent.tool, release: sent.release || null }, rules);
  const facts = {
    run_id,
    // Folded as events are, so that the two can be set side by side.
    code: readCode(sent.code).code,
    class:
      sent.class === undefined || sent.class === null ? null : readClass(sent.class, rules.class_names).class,
    attempts,
    outcome,
    ...names,
    occurred_at: time.value.iso,
  };
  const identity = stringifyJson(["recovery", run_id, names.tool, facts.code, facts.occurred_at]);
  return {
    ok: true,
    value: {
      ...facts,
      source_id: rules.source_id,
      recovery_id: sent.recovery_id?.toLowerCase() ?? rules.digest(`${rules.source_id}:${identity}`).uuid,
      content_hash: rules.digest(stringifyJson(Object.entries(facts).sort())).hash,
      received_at: rules.now.iso,
    },
  };
}

export const RECOVERY_CONFLICT: Rejection = {
  code: "conflict",
  class: "validation",
  message: "This recovery is stored with other content; the first stays.",
  hint: "Send a recovery_id of its own for another recovery.",
  retryable: false,
};
