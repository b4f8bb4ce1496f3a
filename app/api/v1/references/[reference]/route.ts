import { type ReportAnswer, referenceParams, reportAnswer, reportQuery } from "@/lib/contract/report";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { readReport } from "@/lib/services/references/read-report";

export const GET = defineRoute({
  operation: "readReport",
  summary: "The report behind a reference, as far as the caller may see it.",
  answers: reportAnswer,
  capability: "references.read",
  params: referenceParams,
  query: reportQuery,
  handle: async ({ ctx, params, query }) =>
    exactJson((await readReport(ctx, { ...params, ...query })) satisfies ReportAnswer),
});
