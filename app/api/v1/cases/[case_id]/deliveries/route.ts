import { caseParams } from "@/lib/contract/cases";
import { type CaseDeliveryList, caseDeliveryList } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { listCaseDeliveries } from "@/lib/services/webhooks/list-case-deliveries";

export const GET = defineRoute({
  operation: "listCaseDeliveries",
  summary: "What receivers of webhooks were told about a case.",
  answers: caseDeliveryList,
  capability: "cases.read",
  params: caseParams,
  handle: async ({ ctx, params }) =>
    ({ items: await listCaseDeliveries(ctx, params), next_cursor: null }) satisfies CaseDeliveryList,
});
