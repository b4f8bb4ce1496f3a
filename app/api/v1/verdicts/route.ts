import { type RuntimeAnswer, runtimeAnswer, verdictsQuery } from "@/lib/contract/verdicts";
import { defineRoute } from "@/lib/http/define-route";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";

/** The waiting runtime's door: a long poll through `none` and `pending`, up to `wait_seconds`. */
export const GET = defineRoute({
  operation: "awaitVerdict",
  summary: "A runtime waits for its verdict; `none` and `pending` mean: wait.",
  answers: runtimeAnswer,
  capability: "verdicts.read",
  query: verdictsQuery,
  handle: async ({ ctx, query, request }) =>
    (await awaitVerdict(ctx, { ...query, signal: request.signal })) satisfies RuntimeAnswer,
});
