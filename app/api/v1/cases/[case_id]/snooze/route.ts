import { snoozeBody } from "@/lib/contract/case-work";
import { type CaseItem, caseItem, caseParams } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { snoozeCase } from "@/lib/services/cases/snooze-case";
import { wakeCase } from "@/lib/services/cases/wake-case";

export const POST = defineRoute({
  operation: "snoozeCase",
  summary: "Puts a case to sleep, at most until its deadline.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  body: snoozeBody,
  handle: async ({ ctx, params, body }) => (await snoozeCase(ctx, { ...params, ...body })) satisfies CaseItem,
});

export const DELETE = defineRoute({
  operation: "wakeCase",
  summary: "Wakes a sleeping case.",
  answers: caseItem,
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await wakeCase(ctx, params)) satisfies CaseItem,
});
