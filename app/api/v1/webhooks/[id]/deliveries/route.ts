import { idParams } from "@/lib/contract/access";
import { type DeliveryList, deliveriesQuery, deliveryList } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { listDeliveries } from "@/lib/services/webhooks/list-deliveries";

export const GET = defineRoute({
  operation: "listDeliveries",
  summary: "What was sent, and what waits, the newest first.",
  answers: deliveryList,
  capability: "settings.manage",
  params: idParams,
  query: deliveriesQuery,
  handle: async ({ ctx, params, query }) =>
    (await listDeliveries(ctx, { ...query, ...params })) satisfies DeliveryList,
});
