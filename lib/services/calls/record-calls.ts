import { addCalls, enterCallReports, readCallReportHashes } from "@/db/queries/calls";
import { addIntakeCounts } from "@/db/queries/intake-counts";
import { quarantineItems } from "@/db/queries/quarantine";
import { firstOfEach, judgeEntered } from "@/domain/entered-items";
import { validationError } from "@/domain/errors";
import { mapInSlices } from "@/domain/in-slices";
import { tallyAnswer } from "@/domain/intake-tally";
import { countResults, type ItemStatus } from "@/domain/item-results";
import { CALLS_CONFLICT, type PreparedCallReport, prepareCallReport } from "@/domain/reported-calls";
import type { Rejection } from "@/domain/reported-event";
import type { ServiceContext } from "../context";
import { countItems } from "../measures";
import { countScrubbed, refusedItem, reportRules, type SubmittedItem } from "../report-rules";

/** Lines of one request, over all its reports. */
const LINES_MAX = 5_000;

type LineOutcome = { item: unknown; status: ItemStatus; error: Rejection | null };

/**
 * Counts calls, failed or not. A repeated `report_id` counts once: the same lines again are duplicates,
 * others a conflict, and the first stays. The answer is by line, over all reports in their order; a report
 * that cannot be read at all is one rejected line. Throws `too_many_items`.
 */
export async function recordCalls(ctx: ServiceContext, input: { items: readonly SubmittedItem[] }) {
  const rules = reportRules(ctx);
  const read = await mapInSlices(input.items, ({ item, unreadable }) => {
    const outcome = unreadable
      ? { ok: false as const, rejection: unreadable }
      : prepareCallReport(item, rules);
    return { item, outcome };
  });
  const reports = read.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : []));
  refuseTooManyLines(reports);
  const answer = await ctx.db.transaction(async (tx) => {
    const entered = await enterCallReports(tx, firstOfEach(reports, idOf));
    const known = reports.map(idOf).filter((id) => !entered.has(id));
    const stored = await readCallReportHashes(tx, rules.source_id, known);
    const statuses = judgeEntered(reports, idOf, hashOf, entered, stored);
    const accepted = reports.filter((_, index) => statuses[index] === "accepted");
    await addCalls(tx, accepted.flatMap(linesToCount));
    const next = statuses.values();
    const outcomes = read.flatMap(({ item, outcome }): LineOutcome[] =>
      outcome.ok
        ? linesOf(outcome.value, next.next().value ?? "conflict")
        : [{ item, status: "rejected", error: outcome.rejection }],
    );
    const refused = await mapInSlices(outcomes, ({ item, error }) =>
      error === null ? [] : [refusedItem("calls", item, error, rules)],
    );
    await quarantineItems(tx, refused.flat());
    const answer = countResults(outcomes);
    await addIntakeCounts(tx, tallyAnswer("calls", rules, answer.results));
    return answer;
  });
  countScrubbed(rules);
  return countItems("calls", answer);
}

const idOf = ({ report_id }: PreparedCallReport) => report_id;
const hashOf = ({ content_hash }: PreparedCallReport) => content_hash;

const linesToCount = ({ lines }: PreparedCallReport) =>
  lines.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : []));

/** Lines share the fate of their report, but for those that were bad in themselves. */
function linesOf(report: PreparedCallReport, status: ItemStatus): LineOutcome[] {
  return report.lines.map(({ item, outcome }) => {
    if (!outcome.ok) return { item, status: "rejected", error: outcome.rejection };
    return { item, status, error: status === "conflict" ? CALLS_CONFLICT : null };
  });
}

function refuseTooManyLines(reports: readonly PreparedCallReport[]): void {
  const count = reports.reduce((sum, { lines }) => sum + lines.length, 0);
  if (count <= LINES_MAX) return;
  throw validationError("too_many_items", `One request takes at most ${LINES_MAX} lines of calls.`, {
    received: count,
    hint: "Send the lines in several reports, each with a report_id of its own.",
    details: { max_items: LINES_MAX },
  });
}
