import { type CaseItem, caseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { claimCase } from "@/lib/services/cases/claim-case";
import { giveBackCase } from "@/lib/services/cases/give-back-case";

/** Takes or renews. */
export const POST = defineRoute({
  operation: "claimCase",
  summary: "Takes a case for 15 minutes, or renews the hold.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await claimCase(ctx, params)) satisfies CaseItem,
});

export const DELETE = defineRoute({
  operation: "giveBackCase",
  summary: "Gives a claimed case back.",
  answers: null,
  capability: "cases.work",
  params: caseParams,
  handle: ({ ctx, params }) => giveBackCase(ctx, params),
});
