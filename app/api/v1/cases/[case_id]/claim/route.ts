import { type CaseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { claimCase } from "@/lib/services/cases/claim-case";
import { giveBackCase } from "@/lib/services/cases/give-back-case";

/** Takes or renews. */
export const POST = defineRoute({
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await claimCase(ctx, params)) satisfies CaseItem,
});

export const DELETE = defineRoute({
  capability: "cases.work",
  params: caseParams,
  handle: ({ ctx, params }) => giveBackCase(ctx, params),
});
