import { escalationBody } from "@/lib/contract/case-work";
import { type CaseItem, caseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { deescalateCase } from "@/lib/services/cases/deescalate-case";
import { escalateCase } from "@/lib/services/cases/escalate-case";

export const POST = defineRoute({
  operation: "escalateCase",
  summary: "Asks for another pair of eyes.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  body: escalationBody,
  handle: async ({ ctx, params, body }) =>
    (await escalateCase(ctx, { ...params, ...body })) satisfies CaseItem,
});

export const DELETE = defineRoute({
  operation: "deescalateCase",
  summary: "Takes the escalation back.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await deescalateCase(ctx, params)) satisfies CaseItem,
});
