import { type CaseItem, nextCaseBody } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { takeNextCase } from "@/lib/services/cases/take-next-case";

/** 204 when there is none. */
export const POST = defineRoute({
  capability: "cases.work",
  body: nextCaseBody,
  handle: async ({ ctx, body }) => ((await takeNextCase(ctx, body)) satisfies CaseItem | null) ?? undefined,
});
