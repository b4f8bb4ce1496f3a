import { type Alert, acknowledgeBody, alert, alertParams } from "@/lib/contract/alerts";
import { defineRoute } from "@/lib/http/define-route";
import { acknowledgeAlert } from "@/lib/services/alerts/acknowledge-alert";

export const POST = defineRoute({
  operation: "acknowledgeAlert",
  summary: "Says that the caller sees to a firing.",
  answers: alert,
  capability: "tools.manage",
  params: alertParams,
  body: acknowledgeBody,
  handle: async ({ ctx, params, body }) =>
    (await acknowledgeAlert(ctx, { ...body, ...params })) satisfies Alert,
});
