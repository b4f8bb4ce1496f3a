import { issuedVerdict } from "@/lib/contract/case-work";
import { caseParams } from "@/lib/contract/cases";
import { verdictBody } from "@/lib/contract/verdicts";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";

/** 202 while it waits for a second person. */
export const POST = defineRoute({
  operation: "issueVerdict",
  summary: "Settles a case with evidence, by whoever holds it; 202 while a second person must agree.",
  answers: { 200: issuedVerdict, 202: issuedVerdict },
  capability: "cases.work",
  params: caseParams,
  body: verdictBody,
  handle: async ({ ctx, params, body }) => {
    const issued = await issueVerdict(ctx, { ...params, ...body });
    return exactJson(issued, { status: issued.state === "settled" ? 200 : 202 });
  },
});
