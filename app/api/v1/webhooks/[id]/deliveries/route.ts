import { idParams } from "@/lib/contract/access";
import { type DeliveryList, deliveriesQuery } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { listDeliveries } from "@/lib/services/webhooks/list-deliveries";

export const GET = defineRoute({
  capability: "settings.manage",
  params: idParams,
  query: deliveriesQuery,
  handle: async ({ ctx, params, query }) =>
    (await listDeliveries(ctx, { ...query, ...params })) satisfies DeliveryList,
});
