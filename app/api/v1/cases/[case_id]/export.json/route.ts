import { caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { streamText } from "@/lib/http/stream-text";
import { exportCase } from "@/lib/services/cases/export-case";

export const GET = defineRoute({
  operation: "exportCaseJson",
  summary: "The whole case as a file for machines.",
  answers: "application/json",
  capability: "cases.read",
  params: caseParams,
  handle: async ({ ctx, params: { case_id } }) =>
    streamText(await exportCase(ctx, { case_id, format: "json" }), {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="case-${case_id}.json"`,
    }),
});
