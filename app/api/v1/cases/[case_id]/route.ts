import { type CaseDetail, caseDetail, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { readCase } from "@/lib/services/cases/read-case";

export const GET = defineRoute({
  operation: "readCase",
  summary: "One case with its attempts, evidence, verdicts and history.",
  answers: caseDetail,
  capability: ["cases.read", "cases.read_own"],
  params: caseParams,
  handle: async ({ ctx, params }) => (await readCase(ctx, params)) satisfies CaseDetail,
});
