import { type EvidenceAnswer, reportedEvidence } from "@/lib/contract/evidence";
import { defineRoute } from "@/lib/http/define-route";
import { reportEvidence } from "@/lib/services/evidence/report-evidence";

/** 202 while it is kept apart: no case yet, or several could be meant. */
export const POST = defineRoute({
  capability: "evidence.report",
  body: reportedEvidence,
  handle: async ({ ctx, body }) => {
    const answer = (await reportEvidence(ctx, body)) satisfies EvidenceAnswer;
    return Response.json(answer, { status: answer.attached ? 200 : 202 });
  },
});
