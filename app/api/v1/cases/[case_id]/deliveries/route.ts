import { caseParams } from "@/lib/contract/cases";
import type { CaseDeliveryList } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { listCaseDeliveries } from "@/lib/services/webhooks/list-case-deliveries";

export const GET = defineRoute({
  capability: "cases.read",
  params: caseParams,
  handle: async ({ ctx, params }) =>
    ({ items: await listCaseDeliveries(ctx, params), next_cursor: null }) satisfies CaseDeliveryList,
});
