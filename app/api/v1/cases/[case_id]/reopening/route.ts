import { type CaseItem, caseItem, caseParams, reopening } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { reopenCase } from "@/lib/services/cases/reopen-case";

export const POST = defineRoute({
  operation: "reopenCase",
  summary: "Reopens a settled case; its verdict is superseded.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  body: reopening,
  handle: async ({ ctx, params, body }) => (await reopenCase(ctx, { ...params, ...body })) satisfies CaseItem,
});
