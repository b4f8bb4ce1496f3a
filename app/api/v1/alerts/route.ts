import {
  type Alert,
  type AlertList,
  alert,
  alertList,
  alertListQuery,
  newAlert,
} from "@/lib/contract/alerts";
import { defineRoute } from "@/lib/http/define-route";
import { createAlert } from "@/lib/services/alerts/create-alert";
import { listAlerts } from "@/lib/services/alerts/list-alerts";

export const GET = defineRoute({
  operation: "listAlerts",
  summary: "Alerts with where they stand, and what else an installation usually watches.",
  answers: alertList,
  capability: "rates.read",
  query: alertListQuery,
  handle: async ({ ctx, query }) => (await listAlerts(ctx, query)) satisfies AlertList,
});

export const POST = defineRoute({
  operation: "createAlert",
  summary: "Makes an alert; it is evaluated within a minute.",
  answers: alert,
  capability: "tools.manage",
  body: newAlert,
  handle: async ({ ctx, body }) => (await createAlert(ctx, body)) satisfies Alert,
});
