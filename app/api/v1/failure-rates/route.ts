import { type FailureRatesAnswer, failureRatesAnswer, failureRatesQuery } from "@/lib/contract/rates";
import { defineRoute } from "@/lib/http/define-route";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";

export const GET = defineRoute({
  operation: "countFailureRates",
  summary: "Failures against calls over time; null where no calls are known.",
  answers: failureRatesAnswer,
  capability: "rates.read",
  query: failureRatesQuery,
  handle: async ({ ctx, query }) => (await countFailureRates(ctx, query)) satisfies FailureRatesAnswer,
});
