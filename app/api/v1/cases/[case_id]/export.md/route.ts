import { caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { streamText } from "@/lib/http/stream-text";
import { exportCase } from "@/lib/services/cases/export-case";

export const GET = defineRoute({
  operation: "exportCaseMarkdown",
  summary: "The whole case as a file for people.",
  answers: "text/markdown",
  capability: "cases.read",
  params: caseParams,
  handle: async ({ ctx, params: { case_id } }) =>
    streamText(await exportCase(ctx, { case_id, format: "md" }), {
      "content-type": "text/markdown; charset=utf-8",
      "content-disposition": `attachment; filename="case-${case_id}.md"`,
    }),
});
