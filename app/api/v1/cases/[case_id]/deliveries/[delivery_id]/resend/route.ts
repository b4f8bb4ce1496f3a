import { caseDeliveryParams } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { resendCaseDelivery } from "@/lib/services/webhooks/resend-case-delivery";

/** 200 whatever the receiver said: what came of it is the answer. */
export const POST = defineRoute({
  capability: "cases.work",
  params: caseDeliveryParams,
  handle: ({ ctx, params }) => resendCaseDelivery(ctx, params),
});
