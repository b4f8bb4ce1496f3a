import { callsReport, type ReportsAccepted, reportsAccepted } from "@/lib/contract/calls";
import { ingestQuery } from "@/lib/contract/ingest";
import { defineRoute } from "@/lib/http/define-route";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { recordCalls } from "@/lib/services/calls/record-calls";

export const POST = defineRoute({
  operation: "recordCalls",
  summary: "Reports how many calls were made, failed or not; a repeated `report_id` counts once.",
  answers: { 200: reportsAccepted, 207: reportsAccepted, 422: reportsAccepted },
  accepts: { item: callsReport, member: "reports" },
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(
      (await recordCalls(ctx, { items: await readItems(request, "reports") })) satisfies ReportsAccepted,
      query.results,
    ),
});
