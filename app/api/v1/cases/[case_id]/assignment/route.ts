import { assignmentBody } from "@/lib/contract/case-work";
import { type CaseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { assignCase } from "@/lib/services/cases/assign-case";
import { unassignCase } from "@/lib/services/cases/unassign-case";

export const POST = defineRoute({
  capability: "cases.work",
  params: caseParams,
  body: assignmentBody,
  handle: async ({ ctx, params, body }) => (await assignCase(ctx, { ...params, ...body })) satisfies CaseItem,
});

export const DELETE = defineRoute({
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await unassignCase(ctx, params)) satisfies CaseItem,
});
