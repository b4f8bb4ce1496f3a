import { type EvidenceAnswer, evidenceAnswer, reportedEvidence } from "@/lib/contract/evidence";
import { defineRoute } from "@/lib/http/define-route";
import { reportEvidence } from "@/lib/services/evidence/report-evidence";

/** 202 while it is kept apart: no case yet, or several could be meant. */
export const POST = defineRoute({
  operation: "reportEvidence",
  summary: "Reports what a machine saw outside; 202 while it is kept apart from every case.",
  answers: { 200: evidenceAnswer, 202: evidenceAnswer },
  capability: "evidence.report",
  body: reportedEvidence,
  handle: async ({ ctx, body }) => {
    const answer = (await reportEvidence(ctx, body)) satisfies EvidenceAnswer;
    return Response.json(answer, { status: answer.attached ? 200 : 202 });
  },
});
