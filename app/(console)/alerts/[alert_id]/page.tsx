import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AlertView } from "@/components/alerts/alert-view";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { alertQuery } from "@/lib/client/alerts";
import { queryClient } from "@/lib/client/query-client";
import { requirePageCaller } from "@/lib/http/page-session";
import { type AlertPageParams, alertOr404 } from "./alert-or-404";

export async function generateMetadata({ params }: AlertPageParams): Promise<Metadata> {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return { title: "Alert" };
  return { title: (await alertOr404(ctx, params)).name };
}

/** One alert, where it stands already in the page. */
export default async function AlertPage({ params }: AlertPageParams) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const alert = await alertOr404(ctx, params);
  const queries = queryClient();
  queries.setQueryData(alertQuery(alert.alert_id).queryKey, alert);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <AlertView alert_id={alert.alert_id} />
    </HydrationBoundary>
  );
}
