import { type ToolReviewsAnswer, toolReviewsAnswer, toolReviewsQuery } from "@/lib/contract/tool-reviews";
import { defineRoute } from "@/lib/http/define-route";
import { reviewTools } from "@/lib/services/tools/review-tools";

export const GET = defineRoute({
  operation: "reviewTools",
  summary: "Which classes each tool fails with, now and ever, and what its clusters say.",
  answers: toolReviewsAnswer,
  capability: "rates.read",
  query: toolReviewsQuery,
  handle: async ({ ctx, query }) => (await reviewTools(ctx, query)) satisfies ToolReviewsAnswer,
});
