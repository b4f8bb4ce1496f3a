import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { History } from "@/components/alerts/history";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { alertHistoryQuery, alertsQuery, historyInput, loadHistoryParams } from "@/lib/client/alerts";
import { queryClient } from "@/lib/client/query-client";
import { alertHistory, alertList, alertHistoryQuery as historyParams } from "@/lib/contract/alerts";
import { requirePageCaller } from "@/lib/http/page-session";
import { listAlerts } from "@/lib/services/alerts/list-alerts";
import { listHistory } from "@/lib/services/alerts/list-history";

export const metadata: Metadata = { title: "Alert history" };

/** What alerts did, the newest rows already in the page. */
export default async function AlertHistoryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const asked = await loadHistoryParams(searchParams);
  const queries = queryClient();
  const { alert_id, kind } = historyInput(asked);
  await Promise.all([
    queries.prefetchInfiniteQuery({
      ...alertHistoryQuery(asked),
      queryFn: async () => {
        const input = historyParams.parse({ alert_id: alert_id ?? undefined, kind: kind ?? undefined });
        return alertHistory.parse(await listHistory(ctx, input));
      },
      retry: false,
    }),
    queries.prefetchQuery({
      ...alertsQuery,
      queryFn: async () => alertList.parse(await listAlerts(ctx)),
      retry: false,
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <History />
    </HydrationBoundary>
  );
}
