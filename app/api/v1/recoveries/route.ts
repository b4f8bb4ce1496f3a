import type { ReportsAccepted } from "@/lib/contract/calls";
import { ingestQuery } from "@/lib/contract/ingest";
import { defineRoute } from "@/lib/http/define-route";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { recordRecoveries } from "@/lib/services/recoveries/record-recoveries";

export const POST = defineRoute({
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(
      (await recordRecoveries(ctx, {
        items: await readItems(request, "recoveries"),
      })) satisfies ReportsAccepted,
      query.results,
    ),
});
