import { type CodeAnswer, codeAnswer, codeParams, codeQuery } from "@/lib/contract/codes";
import { defineRoute } from "@/lib/http/define-route";
import { readCode } from "@/lib/services/codes/read-code";

export const GET = defineRoute({
  operation: "readCode",
  summary: "One code, with its use by tool and class.",
  answers: codeAnswer,
  capability: "rates.read",
  params: codeParams,
  query: codeQuery,
  handle: async ({ ctx, params, query }) =>
    (await readCode(ctx, { ...query, ...params })) satisfies CodeAnswer,
});
