import { type DeliveryDetail, deliveryDetail, deliveryParams } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { readDelivery } from "@/lib/services/webhooks/read-delivery";

export const GET = defineRoute({
  operation: "readDelivery",
  summary: "One message with its text and all its tries.",
  answers: deliveryDetail,
  capability: "settings.manage",
  params: deliveryParams,
  handle: async ({ ctx, params }) => (await readDelivery(ctx, params)) satisfies DeliveryDetail,
});
