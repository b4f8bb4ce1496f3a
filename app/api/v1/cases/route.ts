import { casesQuery } from "@/lib/contract/case-filter";
import { type CaseList, caseItem, caseList, newCase } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { listCases } from "@/lib/services/cases/list-cases";
import { openCase } from "@/lib/services/cases/open-case";

export const GET = defineRoute({
  operation: "listCases",
  summary: "The queue, the nearest deadline first, with the counts of its views.",
  answers: caseList,
  capability: ["cases.read", "cases.read_own"],
  query: casesQuery,
  handle: async ({ ctx, query }) => (await listCases(ctx, query)) satisfies CaseList,
});

export const POST = defineRoute({
  operation: "openCase",
  summary: "Opens a case by hand, from an event or from a report.",
  answers: caseItem,
  capability: "cases.open",
  body: newCase,
  handle: ({ ctx, body }) => openCase(ctx, body),
});
