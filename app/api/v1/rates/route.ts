import { type RatesAnswer, ratesQuery } from "@/lib/contract/rates";
import { defineRoute } from "@/lib/http/define-route";
import { countEvents } from "@/lib/services/rates/count-events";

export const GET = defineRoute({
  capability: "rates.read",
  query: ratesQuery,
  handle: async ({ ctx, query }) => (await countEvents(ctx, query)) satisfies RatesAnswer,
});
