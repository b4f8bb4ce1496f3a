import { callsReport, type ReportsAccepted, reportsAccepted } from "@/lib/contract/calls";
import { ingestQuery } from "@/lib/contract/ingest";
import { defineRoute } from "@/lib/http/define-route";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { chargeFurther } from "@/lib/http/key-allowance";
import { type ReadItem, readItems } from "@/lib/http/read-items";
import { recordCalls } from "@/lib/services/calls/record-calls";

export const POST = defineRoute({
  operation: "recordCalls",
  summary: "Reports how many calls were made, failed or not; a repeated `report_id` counts once.",
  answers: { 200: reportsAccepted, 207: reportsAccepted, 422: reportsAccepted },
  accepts: { item: callsReport, member: "reports" },
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) => {
    const items = await readItems(request, "reports");
    chargeFurther(request, linesBeyondOne(items));
    return ingestAnswer(
      request,
      (await recordCalls(ctx, { items })) satisfies ReportsAccepted,
      query.results,
    );
  },
});

/** A report has paid for one line. */
function linesBeyondOne(items: readonly ReadItem[]): number {
  let lines = 0;
  for (const { item } of items) {
    const calls: unknown = typeof item === "object" && item !== null ? Reflect.get(item, "calls") : null;
    if (Array.isArray(calls) && calls.length > 1) lines += calls.length - 1;
  }
  return lines;
}
