import { probeParams, probeTry, type TriedProbe, triedProbe } from "@/lib/contract/probes";
import { defineRoute } from "@/lib/http/define-route";
import { tryProbe } from "@/lib/services/probes/try-probe";

/** Asks and attaches nothing. */
export const POST = defineRoute({
  operation: "tryProbe",
  summary: "Asks the outside system and attaches nothing.",
  answers: triedProbe,
  capability: "tools.manage",
  params: probeParams,
  body: probeTry,
  handle: async ({ ctx, params, body }) => (await tryProbe(ctx, { ...params, ...body })) satisfies TriedProbe,
});
