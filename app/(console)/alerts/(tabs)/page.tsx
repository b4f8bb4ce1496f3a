import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Alerts } from "@/components/alerts/alerts";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { alertsQuery } from "@/lib/client/alerts";
import { queryClient } from "@/lib/client/query-client";
import { alertList } from "@/lib/contract/alerts";
import { requirePageCaller } from "@/lib/http/page-session";
import { listAlerts } from "@/lib/services/alerts/list-alerts";

export const metadata: Metadata = { title: "Alerts" };

/** What is watched, its rows already in the page. */
export default async function AlertsPage() {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const queries = queryClient();
  await queries.prefetchQuery({
    ...alertsQuery,
    queryFn: async () => alertList.parse(await listAlerts(ctx)),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <Alerts />
    </HydrationBoundary>
  );
}
