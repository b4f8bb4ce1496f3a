import { type CaseItem, caseItem, caseParams } from "@/lib/contract/cases";
import { attachedEvidence } from "@/lib/contract/evidence";
import { defineRoute } from "@/lib/http/define-route";
import { attachEvidence } from "@/lib/services/evidence/attach-evidence";

/** What somebody saw, apart from a verdict. */
export const POST = defineRoute({
  operation: "attachEvidence",
  summary: "Attaches what somebody saw outside, apart from a verdict.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  body: attachedEvidence,
  handle: async ({ ctx, params, body }) =>
    (await attachEvidence(ctx, { ...params, ...body })) satisfies CaseItem,
});
