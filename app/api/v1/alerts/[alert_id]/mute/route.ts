import { type Alert, alert, alertParams, muteBody } from "@/lib/contract/alerts";
import { defineRoute } from "@/lib/http/define-route";
import { muteAlert } from "@/lib/services/alerts/mute-alert";
import { unmuteAlert } from "@/lib/services/alerts/unmute-alert";

export const PUT = defineRoute({
  operation: "muteAlert",
  summary: "Keeps an alert from telling anybody that it fires, until then.",
  answers: alert,
  capability: "tools.manage",
  params: alertParams,
  body: muteBody,
  handle: async ({ ctx, params, body }) => (await muteAlert(ctx, { ...body, ...params })) satisfies Alert,
});

export const DELETE = defineRoute({
  operation: "unmuteAlert",
  summary: "Lets a muted alert speak again.",
  answers: alert,
  capability: "tools.manage",
  params: alertParams,
  handle: async ({ ctx, params }) => (await unmuteAlert(ctx, params)) satisfies Alert,
});
