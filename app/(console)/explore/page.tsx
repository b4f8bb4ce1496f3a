import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Explore } from "@/components/rates/explore";
import { SavedViewMenu } from "@/components/saved-views/saved-view-menu";
import { NotYours } from "@/components/settings/not-yours";
import { may } from "@/domain/permissions";
import { exploreInput, exploreQuery } from "@/lib/client/explore";
import { loadExplore } from "@/lib/client/explore-params";
import { queryClient } from "@/lib/client/query-client";
import { ratesQuery } from "@/lib/contract/rates";
import { requirePageCaller, requirePageSession } from "@/lib/http/page-session";
import { countEvents } from "@/lib/services/rates/count-events";

export const metadata: Metadata = { title: "Explore" };

/** Failures over time by any part. What cannot be read now, the browser asks for again. */
export default async function ExplorePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!may(ctx.caller, "rates.read")) return <NotYours />;
  const { zone } = await requirePageSession();
  const asked = { state: await loadExplore(searchParams), zone };
  const queries = queryClient();
  if (asked.state.show !== "rate")
    await queries.prefetchQuery({
      ...exploreQuery(asked),
      queryFn: () => countEvents(ctx, ratesQuery.parse(exploreInput(asked, ctx.now().getTime()))),
      retry: false,
    });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <Explore views={<SavedViewMenu page="explore" />} />
    </HydrationBoundary>
  );
}
