import { caseParams } from "@/lib/contract/cases";
import { verdictBody } from "@/lib/contract/verdicts";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";

/** 202 while it waits for a second person. */
export const POST = defineRoute({
  capability: "cases.work",
  params: caseParams,
  body: verdictBody,
  handle: async ({ ctx, params, body }) => {
    const issued = await issueVerdict(ctx, { ...params, ...body });
    return exactJson(issued, { status: issued.state === "settled" ? 200 : 202 });
  },
});
