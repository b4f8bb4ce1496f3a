import { type CaseList, casesQuery, newCase } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { listCases } from "@/lib/services/cases/list-cases";
import { openCase } from "@/lib/services/cases/open-case";

export const GET = defineRoute({
  capability: ["cases.read", "cases.read_own"],
  query: casesQuery,
  handle: async ({ ctx, query }) => (await listCases(ctx, query)) satisfies CaseList,
});

export const POST = defineRoute({
  capability: "cases.open",
  body: newCase,
  handle: ({ ctx, body }) => openCase(ctx, body),
});
