import { type ReportsAccepted, reportsAccepted } from "@/lib/contract/calls";
import { ingestQuery } from "@/lib/contract/ingest";
import { recoveryReport } from "@/lib/contract/recoveries";
import { defineRoute } from "@/lib/http/define-route";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { recordRecoveries } from "@/lib/services/recoveries/record-recoveries";

export const POST = defineRoute({
  operation: "recordRecoveries",
  summary: "Reports how many attempts it took until a run recovered or gave up.",
  answers: { 200: reportsAccepted, 207: reportsAccepted, 422: reportsAccepted },
  accepts: { item: recoveryReport, member: "recoveries" },
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(
      request,
      (await recordRecoveries(ctx, {
        items: await readItems(request, "recoveries"),
      })) satisfies ReportsAccepted,
      query.results,
    ),
});
