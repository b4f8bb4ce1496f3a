import { type FiguresAnswer, figuresAnswer, figuresQuery } from "@/lib/contract/figures";
import { defineRoute } from "@/lib/http/define-route";
import { readFigures } from "@/lib/services/figures/read-figures";

export const GET = defineRoute({
  operation: "readFigures",
  summary: "How the queue is doing: ages, deadlines, times, verdicts.",
  answers: figuresAnswer,
  capability: "cases.read",
  query: figuresQuery,
  handle: async ({ ctx, query }) => (await readFigures(ctx, query)) satisfies FiguresAnswer,
});
