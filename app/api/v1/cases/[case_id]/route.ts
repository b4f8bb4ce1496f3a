import { type CaseDetail, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { readCase } from "@/lib/services/cases/read-case";

export const GET = defineRoute({
  capability: ["cases.read", "cases.read_own"],
  params: caseParams,
  handle: async ({ ctx, params }) => (await readCase(ctx, params)) satisfies CaseDetail,
});
