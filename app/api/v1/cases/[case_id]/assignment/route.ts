import { assignmentBody } from "@/lib/contract/case-work";
import { type CaseItem, caseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { assignCase } from "@/lib/services/cases/assign-case";
import { unassignCase } from "@/lib/services/cases/unassign-case";

export const POST = defineRoute({
  operation: "assignCase",
  summary: "Asks somebody to see to a case.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  body: assignmentBody,
  handle: async ({ ctx, params, body }) => (await assignCase(ctx, { ...params, ...body })) satisfies CaseItem,
});

export const DELETE = defineRoute({
  operation: "unassignCase",
  summary: "Takes the assignment away.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await unassignCase(ctx, params)) satisfies CaseItem,
});
