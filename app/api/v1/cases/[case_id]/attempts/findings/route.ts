import { findingsBody } from "@/lib/contract/case-work";
import { type CaseItem, caseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { recordFindings } from "@/lib/services/cases/record-findings";

export const POST = defineRoute({
  operation: "recordFindings",
  summary: "Says what was found of single attempts.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  body: findingsBody,
  handle: async ({ ctx, params, body }) =>
    (await recordFindings(ctx, { ...params, ...body })) satisfies CaseItem,
});
