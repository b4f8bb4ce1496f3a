import { type ReportAnswer, referenceParams, reportQuery } from "@/lib/contract/report";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { readReport } from "@/lib/services/references/read-report";

export const GET = defineRoute({
  capability: "references.read",
  params: referenceParams,
  query: reportQuery,
  handle: async ({ ctx, params, query }) =>
    exactJson((await readReport(ctx, { ...params, ...query })) satisfies ReportAnswer),
});
