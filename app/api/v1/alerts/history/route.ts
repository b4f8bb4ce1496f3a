import { type AlertHistory, alertHistory, alertHistoryQuery } from "@/lib/contract/alerts";
import { defineRoute } from "@/lib/http/define-route";
import { listHistory } from "@/lib/services/alerts/list-history";

export const GET = defineRoute({
  operation: "listAlertHistory",
  summary: "What became of alerts, and what people did with them; newest first.",
  answers: alertHistory,
  capability: "rates.read",
  query: alertHistoryQuery,
  handle: async ({ ctx, query }) => (await listHistory(ctx, query)) satisfies AlertHistory,
});
