import { LINT_BYTES, type LintAnswer, lintAnswer, lintRequest } from "@/lib/contract/lint";
import { defineRoute } from "@/lib/http/define-route";
import { lintBody } from "@/lib/services/lint/lint-body";

/** For whoever writes tools, their checks before a release, and their agents. Stores and logs nothing. */
export const POST = defineRoute({
  operation: "lintBody",
  summary: "What the contract finds wrong with what a tool returned, and the better body; nothing is stored.",
  answers: lintAnswer,
  capability: ["events.report", "rates.read"],
  body: lintRequest,
  maxBodyBytes: LINT_BYTES,
  handle: ({ ctx, body }) => lintBody(ctx, body) satisfies Promise<LintAnswer>,
});
