import { deliveryParams, sentTry } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { resendDelivery } from "@/lib/services/webhooks/resend-delivery";

/** 200 whatever the receiver said: what came of it is the answer. */
export const POST = defineRoute({
  operation: "resendDelivery",
  summary: "Sends one message again, now; 200 whatever the receiver said.",
  answers: sentTry,
  capability: "settings.manage",
  params: deliveryParams,
  handle: ({ ctx, params }) => resendDelivery(ctx, params),
});
