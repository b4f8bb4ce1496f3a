import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Leaks } from "@/components/leaks/leaks";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { loadFilters } from "@/lib/client/filter-params";
import { leaksInput, leaksQuery, loadLeaksParams } from "@/lib/client/leaks";
import { queryClient } from "@/lib/client/query-client";
import { leaksAnswer, leaksQuery as leaksParams } from "@/lib/contract/leaks";
import { requirePageCaller } from "@/lib/http/page-session";
import { listLeaks } from "@/lib/services/intake/list-leaks";

export const metadata: Metadata = { title: "Leaks" };

/** What leaked into bodies that callers got, its first rows already in the page. */
export default async function LeaksPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "quarantine.read")) return <NotYours />;
  const { kind } = await loadLeaksParams(searchParams);
  const asked = { filters: await loadFilters(searchParams), kind };
  const queries = queryClient();
  await queries.prefetchQuery({
    ...leaksQuery(asked),
    queryFn: async () =>
      leaksAnswer.parse(await listLeaks(ctx, leaksParams.parse(leaksInput(asked, ctx.now().getTime())))),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <Leaks />
    </HydrationBoundary>
  );
}
