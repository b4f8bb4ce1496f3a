import { type FiguresAnswer, figuresQuery } from "@/lib/contract/figures";
import { defineRoute } from "@/lib/http/define-route";
import { readFigures } from "@/lib/services/figures/read-figures";

export const GET = defineRoute({
  capability: "cases.read",
  query: figuresQuery,
  handle: async ({ ctx, query }) => (await readFigures(ctx, query)) satisfies FiguresAnswer,
});
