import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import type { SearchParams } from "nuqs/server";
import { NewAlert } from "@/components/alerts/alert-editor";
import { NotYours } from "@/components/settings/not-yours";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { alertsQuery, loadNewAlertParams } from "@/lib/client/alerts";
import { queryClient } from "@/lib/client/query-client";
import { alertList } from "@/lib/contract/alerts";
import { requirePageCaller } from "@/lib/http/page-session";
import { listAlerts } from "@/lib/services/alerts/list-alerts";

export const metadata: Metadata = { title: "New alert" };

/** The form of a new alert, with what it would have done. */
export default async function NewAlertPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "tools.manage")) return <NotYours />;
  const { copy, suggested, ...prefill } = await loadNewAlertParams(searchParams);
  const queries = queryClient();
  await queries.prefetchQuery({
    ...alertsQuery,
    queryFn: async () => alertList.parse(await listAlerts(ctx)),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader
        title="New alert"
        description={
          <Link href="/alerts" className="underline-offset-2 hover:underline">
            All alerts
          </Link>
        }
      />
      <NewAlert copy={copy} suggested={suggested} prefill={prefill} />
    </HydrationBoundary>
  );
}
