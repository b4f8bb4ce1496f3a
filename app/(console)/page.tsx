import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Overview } from "@/components/rates/overview";
import { PageHeader } from "@/components/ui/page-header";
import { loadFilters } from "@/lib/client/filter-params";
import { queryClient } from "@/lib/client/query-client";
import { ratesInput, ratesQuery } from "@/lib/client/rates";
import { ratesQuery as ratesParams } from "@/lib/contract/rates";
import { requirePageCaller, requirePageSession } from "@/lib/http/page-session";
import { countEvents } from "@/lib/services/rates/count-events";

export const metadata: Metadata = { title: "Overview" };

/** The overview, its first numbers already in the page. */
export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  const { zone } = await requirePageSession();
  const asked = { filters: await loadFilters(searchParams), zone, group_by: "class" } as const;
  const queries = queryClient();
  await queries.prefetchQuery({
    ...ratesQuery(asked),
    queryFn: () => countEvents(ctx, ratesParams.parse(ratesInput(asked, ctx.now().getTime()))),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Overview" />
      <Overview target={ctx.settings.unmapped_share_target} />
    </HydrationBoundary>
  );
}
