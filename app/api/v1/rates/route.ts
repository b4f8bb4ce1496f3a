import { type RatesAnswer, ratesAnswer, ratesQuery } from "@/lib/contract/rates";
import { defineRoute } from "@/lib/http/define-route";
import { countEvents } from "@/lib/services/rates/count-events";

export const GET = defineRoute({
  operation: "countEvents",
  summary: "Failures over time, with totals and the unmapped share from one query.",
  answers: ratesAnswer,
  capability: "rates.read",
  query: ratesQuery,
  handle: async ({ ctx, query }) => (await countEvents(ctx, query)) satisfies RatesAnswer,
});
