import { z } from "zod";
import { instantFromMicros } from "./instant";
import { isNestedWithin, stringifyJson, withSortedKeys } from "./json";
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

const SORTED_DEPTH = 200;
const CALLS_MAX = 1_000_000_000;

/** One line of a report of calls: how many were made in a minute, failed or not (CONTRACT "Counts"). */
export const reportedCall = z.object({
  tool: toolShape,
  service: partShape,
  environment: partShape,
  tenant: partShape,
  release: partShape,
  /** Cut to its minute. */
  minute: z.string("must be RFC 3339 text with an offset"),
  count: z.int().min(0).max(CALLS_MAX),
});

/** The report around them; its lines are judged one by one. */
export const reportedCalls = z.object({
  report_id: z.guid("must be a UUID"),
  calls: z.array(z.unknown()),
});

export type PreparedCall = Pins & { minute: string; tool: string; release: string | null; calls: number };

export type PreparedCallReport = {
  report_id: string;
  source_id: number;
  received_at: string;
  /** Over the lines as sent, in their order: tells a repeated report from another one. */
  content_hash: string;
  lines: { item: unknown; outcome: ReportOutcome<PreparedCall> }[];
};

/** Reads a report; a bad line is rejected by itself, a report without an id or lines as a whole. */
export function prepareCallReport(item: unknown, rules: ReportRules): ReportOutcome<PreparedCallReport> {
  const parsed = reportedCalls.safeParse(item);
  if (!parsed.success) return refused(rejectionOfIssue(parsed.error, item), rules);
  const { report_id, calls } = parsed.data;
  return {
    ok: true,
    value: {
      report_id: report_id.toLowerCase(),
      source_id: rules.source_id,
      received_at: rules.now.iso,
      content_hash: rules.digest(contentOf(calls)).hash,
      lines: calls.map((line) => ({ item: line, outcome: prepareCall(line, rules) })),
    },
  };
}

/** What nests too deep to be sorted is taken in the order it came in. */
function contentOf(calls: readonly unknown[]): string {
  return stringifyJson(isNestedWithin(calls, SORTED_DEPTH) ? withSortedKeys(calls) : calls);
}

function prepareCall(item: unknown, rules: ReportRules): ReportOutcome<PreparedCall> {
  const parsed = reportedCall.safeParse(item);
  if (!parsed.success) return refused(rejectionOfIssue(parsed.error, item), rules);
  const { tool, minute, count, release } = parsed.data;
  const time = settleTime("minute", minute, rules, "retention");
  if (!time.ok) return refused(time.rejection, rules);
  const parts = settleParts(parsed.data, rules.pins);
  if (!parts.ok) return refused(parts.rejection, rules);
  const { micros } = time.value;
  const cut = instantFromMicros(micros - (micros % 60_000_000)).iso;
  const names = settleNames({ ...parts.value, tool, release: release || null }, rules);
  return { ok: true, value: { ...names, minute: cut, calls: count } };
}

/** Why a report under a known id is not counted. */
export const CALLS_CONFLICT: Rejection = {
  code: "conflict",
  class: "validation",
  message: "A report with this report_id is stored with other content; the first stays.",
  field: "report_id",
  hint: "Send a new report_id for another report.",
  retryable: false,
};
