import { type LookUpAnswer, lookUpAnswer, lookUpInput } from "@/lib/contract/references";
import { defineRoute } from "@/lib/http/define-route";
import { lookUpReference } from "@/lib/services/references/look-up-reference";

export const GET = defineRoute({
  operation: "lookUpReference",
  summary: "Finds what a quoted reference means; the console sends pasted text by POST.",
  answers: lookUpAnswer,
  capability: "references.read",
  query: lookUpInput,
  handle: async ({ ctx, query }) => (await lookUpReference(ctx, query)) satisfies LookUpAnswer,
});

/** The same with the text in the body: what people paste belongs in no log and no history. */
export const POST = defineRoute({
  operation: "lookUpPastedText",
  summary: "Finds what a quoted reference means; the text is never logged.",
  answers: lookUpAnswer,
  capability: "references.read",
  body: lookUpInput,
  handle: async ({ ctx, body }) => (await lookUpReference(ctx, body)) satisfies LookUpAnswer,
});
