import { idParams } from "@/lib/contract/access";
import { type Resent, resendBody, resent } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { resendFailedDeliveries } from "@/lib/services/webhooks/resend-failed-deliveries";

export const POST = defineRoute({
  operation: "resendFailedDeliveries",
  summary: "Sends again what failed since then, so many at a time.",
  answers: resent,
  capability: "settings.manage",
  params: idParams,
  body: resendBody,
  handle: async ({ ctx, params, body }) =>
    (await resendFailedDeliveries(ctx, { ...params, ...body })) satisfies Resent,
});
