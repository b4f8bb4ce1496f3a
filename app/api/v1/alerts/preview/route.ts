import { type AlertPreview, alertDefinition, alertPreview } from "@/lib/contract/alerts";
import { defineRoute } from "@/lib/http/define-route";
import { previewAlert } from "@/lib/services/alerts/preview-alert";

export const POST = defineRoute({
  operation: "previewAlert",
  summary: "What an alert would have done in the last 30 days.",
  answers: alertPreview,
  capability: "rates.read",
  body: alertDefinition,
  handle: async ({ ctx, body }) => (await previewAlert(ctx, body)) satisfies AlertPreview,
});
