import { caseParams, type ProbedCase, probedCase } from "@/lib/contract/cases";
import { defineRoute } from "@/lib/http/define-route";
import { runProbe } from "@/lib/services/probes/run-probe";

/** Asks now. */
export const POST = defineRoute({
  operation: "probeCase",
  summary: "Asks the tool’s outside system about a case, now.",
  answers: probedCase,
  capability: "cases.work",
  params: caseParams,
  handle: async ({ ctx, params }) => (await runProbe(ctx, params)) satisfies ProbedCase,
});
