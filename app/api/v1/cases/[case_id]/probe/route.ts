import { caseParams, type ProbedCase } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { runProbe } from "@/lib/services/probes/run-probe";

/** Asks now. */
export const POST = defineRoute({
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await runProbe(ctx, params)) satisfies ProbedCase,
});
