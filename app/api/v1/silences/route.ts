import { type SilencesAnswer, silencesAnswer, silencesQuery } from "@/lib/contract/silences";
import { defineRoute } from "@/lib/http/define-route";
import { listSilences } from "@/lib/services/silence/list-silences";

export const GET = defineRoute({
  operation: "listSilences",
  summary: "Codes that have gone silent by their own rhythm, and what is known of it.",
  answers: silencesAnswer,
  capability: "rates.read",
  query: silencesQuery,
  handle: async ({ ctx, query }) => (await listSilences(ctx, query)) satisfies SilencesAnswer,
});
