import { findingsBody } from "@/lib/contract/case-work";
import { type CaseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { recordFindings } from "@/lib/services/cases/record-findings";

export const POST = defineRoute({
  capability: "cases.work",
  params: caseParams,
  body: findingsBody,
  handle: async ({ ctx, params, body }) =>
    (await recordFindings(ctx, { ...params, ...body })) satisfies CaseItem,
});
