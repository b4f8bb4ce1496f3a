import { type CodesAnswer, codesAnswer, codesQuery } from "@/lib/contract/codes";
import { defineRoute } from "@/lib/http/define-route";
import { listCodes } from "@/lib/services/codes/list-codes";

export const GET = defineRoute({
  operation: "listCodes",
  summary: "Every code ever seen: how it is used, what drifts, and what its bodies leave unsaid.",
  answers: codesAnswer,
  capability: "rates.read",
  query: codesQuery,
  handle: async ({ ctx, query }) => (await listCodes(ctx, query)) satisfies CodesAnswer,
});
