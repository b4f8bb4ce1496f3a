import { nextCaseBody } from "@/lib/contract/case-filter";
import { type CaseItem, caseItem } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { takeNextCase } from "@/lib/services/cases/take-next-case";

/** 204 when there is none. */
export const POST = defineRoute({
  operation: "takeNextCase",
  summary: "Claims the most urgent case that nobody holds; 204 when there is none.",
  answers: { 200: caseItem, 204: null },
  capability: "cases.work",
  body: nextCaseBody,
  handle: async ({ ctx, body }) => ((await takeNextCase(ctx, body)) satisfies CaseItem | null) ?? undefined,
});
