import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Overview } from "@/components/rates/overview";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { openCasesInput, openCasesQuery } from "@/lib/client/open-cases";
import { queryClient } from "@/lib/client/query-client";
import { ratesInput, ratesQuery } from "@/lib/client/rates";
import { casesQuery as casesParams } from "@/lib/contract/case-filter";
import { caseList } from "@/lib/contract/cases";
import { ratesQuery as ratesParams } from "@/lib/contract/rates";
import { requirePageCaller, requirePageSession } from "@/lib/http/page-session";
import { listCases } from "@/lib/services/cases/list-cases";
import { countEvents } from "@/lib/services/rates/count-events";

export const metadata: Metadata = { title: "Overview" };

/** The overview, its first numbers already in the page. What cannot be read now, the browser asks for again. */
export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NoRole />;
  const { zone } = await requirePageSession();
  const filters = await loadFilters(searchParams);
  const asked = { filters, zone, group_by: "class", compare: true } as const;
  const queries = queryClient();
  await Promise.all([
    queries.prefetchQuery({
      ...ratesQuery(asked),
      queryFn: () => countEvents(ctx, ratesParams.parse(ratesInput(asked, ctx.now().getTime()))),
      retry: false,
    }),
    (may(ctx.caller, "cases.read") || may(ctx.caller, "cases.read_own")) &&
      queries.prefetchQuery({
        ...openCasesQuery(filters),
        queryFn: async () => caseList.parse(await listCases(ctx, casesParams.parse(openCasesInput(filters)))),
        retry: false,
      }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <PageHeader title="Overview" />
      <Overview target={ctx.settings.unmapped_share_target} />
    </HydrationBoundary>
  );
}

function NoRole() {
  return (
    <>
      <PageHeader title="Overview" />
      <EmptyState
        title="You have no role yet"
        text="An admin gives roles under Settings, People. Until then there is nothing you may see."
      />
    </>
  );
}
