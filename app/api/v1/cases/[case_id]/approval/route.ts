import { type CaseItem, caseItem, caseParams } from "@/lib/contract/cases";
import { approvalBody } from "@/lib/contract/verdicts";
import { defineRoute } from "@/lib/http/define-route";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";

/** Another person's word on a proposed verdict; never a key's. */
export const POST = defineRoute({
  operation: "approveVerdict",
  summary: "Agrees or disagrees as the second person with a proposed verdict; never by a key.",
  answers: caseItem,
  peopleOnly: true,
  capability: "cases.approve",
  params: caseParams,
  body: approvalBody,
  handle: async ({ ctx, params, body }) =>
    (await approveVerdict(ctx, { ...params, ...body })) satisfies CaseItem,
});
