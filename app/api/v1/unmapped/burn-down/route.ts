import { type BurnDownAnswer, burnDownAnswer, burnDownQuery } from "@/lib/contract/unmapped";
import { defineRoute } from "@/lib/http/define-route";
import { countGroups } from "@/lib/services/unmapped/count-groups";

export const GET = defineRoute({
  operation: "countGroups",
  summary: "How many groups of unmapped failures are left to map, by day.",
  answers: burnDownAnswer,
  capability: "rates.read",
  query: burnDownQuery,
  handle: async ({ ctx, query }) => (await countGroups(ctx, query)) satisfies BurnDownAnswer,
});
