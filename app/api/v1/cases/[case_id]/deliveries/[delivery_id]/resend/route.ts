import { caseDeliveryParams, sentTry } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { resendCaseDelivery } from "@/lib/services/webhooks/resend-case-delivery";

/** 200 whatever the receiver said: what came of it is the answer. */
export const POST = defineRoute({
  operation: "resendCaseDelivery",
  summary: "Sends one message again, now; 200 whatever the receiver said.",
  answers: sentTry,
  capability: "cases.work",
  params: caseDeliveryParams,
  handle: ({ ctx, params }) => resendCaseDelivery(ctx, params),
});
