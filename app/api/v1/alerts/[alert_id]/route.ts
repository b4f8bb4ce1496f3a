import { type Alert, alert, alertChange, alertParams } from "@/lib/contract/alerts";
import { defineRoute } from "@/lib/http/define-route";
import { changeAlert } from "@/lib/services/alerts/change-alert";
import { readAlert } from "@/lib/services/alerts/read-alert";
import { removeAlert } from "@/lib/services/alerts/remove-alert";

export const GET = defineRoute({
  operation: "readAlert",
  summary: "One alert with where it stands.",
  answers: alert,
  capability: "rates.read",
  params: alertParams,
  handle: async ({ ctx, params }) => (await readAlert(ctx, params)) satisfies Alert,
});

export const PUT = defineRoute({
  operation: "changeAlert",
  summary: "Changes an alert; anything but its name ends a firing and is evaluated anew.",
  answers: alert,
  capability: "tools.manage",
  params: alertParams,
  body: alertChange,
  handle: async ({ ctx, params, body }) => (await changeAlert(ctx, { ...body, ...params })) satisfies Alert,
});

export const DELETE = defineRoute({
  operation: "removeAlert",
  summary: "Removes an alert; its history stays.",
  answers: null,
  capability: "tools.manage",
  params: alertParams,
  handle: ({ ctx, params }) => removeAlert(ctx, params),
});
