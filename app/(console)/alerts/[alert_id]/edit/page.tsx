import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { EditAlert } from "@/components/alerts/alert-editor";
import { NotYours } from "@/components/settings/not-yours";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { alertHref, alertQuery, alertsQuery } from "@/lib/client/alerts";
import { queryClient } from "@/lib/client/query-client";
import { alertList } from "@/lib/contract/alerts";
import { requirePageCaller } from "@/lib/http/page-session";
import { listAlerts } from "@/lib/services/alerts/list-alerts";
import { type AlertPageParams, alertOr404 } from "../alert-or-404";

export const metadata: Metadata = { title: "Edit alert" };

/** The form of an alert that is there, with what it would have done as changed. */
export default async function EditAlertPage({ params }: AlertPageParams) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "tools.manage")) return <NotYours />;
  const alert = await alertOr404(ctx, params);
  const queries = queryClient();
  queries.setQueryData(alertQuery(alert.alert_id).queryKey, alert);
  queries.setQueryData(alertsQuery.queryKey, alertList.parse(await listAlerts(ctx)));
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader
        title="Edit alert"
        description={
          <Link href={alertHref(alert.alert_id)} className="underline-offset-2 hover:underline">
            {alert.name}
          </Link>
        }
      />
      <EditAlert alert_id={alert.alert_id} />
    </HydrationBoundary>
  );
}
