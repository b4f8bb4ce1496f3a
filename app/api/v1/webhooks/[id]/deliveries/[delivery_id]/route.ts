import { type DeliveryDetail, deliveryParams } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { readDelivery } from "@/lib/services/webhooks/read-delivery";

export const GET = defineRoute({
  capability: "settings.manage",
  params: deliveryParams,
  handle: async ({ ctx, params }) => (await readDelivery(ctx, params)) satisfies DeliveryDetail,
});
