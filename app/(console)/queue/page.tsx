import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Queue } from "@/components/queue/queue";
import { QueueClock } from "@/components/queue/queue-clock";
import { loadQueueParams } from "@/components/queue/queue-params";
import { casesInput, casesQuery } from "@/lib/client/cases";
import { facetsQuery } from "@/lib/client/facets";
import { queryClient } from "@/lib/client/query-client";
import { caseList, casesQuery as casesParams } from "@/lib/contract/cases";
import { requirePageCaller } from "@/lib/http/page-session";
import { listCases } from "@/lib/services/cases/list-cases";
import { listFacets } from "@/lib/services/rates/list-facets";

export const metadata: Metadata = { title: "Queue" };

/** The exception queue, its first rows already in the page. */
export default async function QueuePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  const params = await loadQueueParams(searchParams);
  const queries = queryClient();
  await Promise.all([
    queries.prefetchInfiniteQuery({
      ...casesQuery(params),
      queryFn: async () => caseList.parse(await listCases(ctx, casesParams.parse(casesInput(params)))),
      retry: false,
    }),
    // The header reads them too, and may have them before this page takes over in the browser.
    queries.prefetchQuery({ ...facetsQuery, queryFn: () => listFacets(ctx), retry: false }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <QueueClock renderedAtMs={ctx.now().getTime()}>
        <Queue />
      </QueueClock>
    </HydrationBoundary>
  );
}
