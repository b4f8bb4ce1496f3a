import { type NextMovesAnswer, nextMovesAnswer, nextMovesQuery } from "@/lib/contract/next-moves";
import { defineRoute } from "@/lib/http/define-route";
import { countNextMoves } from "@/lib/services/recovery/count-next-moves";

export const GET = defineRoute({
  operation: "countNextMoves",
  summary: "What came next in the run after failures, and which rules of their class that broke.",
  answers: nextMovesAnswer,
  capability: "rates.read",
  query: nextMovesQuery,
  handle: async ({ ctx, query }) => (await countNextMoves(ctx, query)) satisfies NextMovesAnswer,
});
