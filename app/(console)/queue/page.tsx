import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Queue } from "@/components/queue/queue";
import { QueueClock } from "@/components/queue/queue-clock";
import { loadQueueParams } from "@/components/queue/queue-params";
import { queueInput, queueQuery } from "@/components/queue/queue-query";
import { SavedViewMenu } from "@/components/saved-views/saved-view-menu";
import { NotYours } from "@/components/settings/not-yours";
import { mayReadCases } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import { queryClient } from "@/lib/client/query-client";
import { casesQuery as casesParams } from "@/lib/contract/case-filter";
import { caseList } from "@/lib/contract/cases";
import { requirePageCaller } from "@/lib/http/page-session";
import { listCases } from "@/lib/services/cases/list-cases";

export const metadata: Metadata = { title: "Queue" };

/** The exception queue, its first rows already in the page. */
export default async function QueuePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const ctx = await requirePageCaller();
  if (!mayReadCases(ctx.caller)) return <NotYours />;
  const params = await loadQueueParams(searchParams);
  const now = instantFromDate(ctx.now()).iso;
  const queries = queryClient();
  await queries.prefetchInfiniteQuery({
    ...queueQuery(params),
    queryFn: async () => caseList.parse(await listCases(ctx, casesParams.parse(queueInput(params, now)))),
    retry: false,
  });
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <QueueClock renderedAtMs={ctx.now().getTime()}>
        <Queue views={<SavedViewMenu page="queue" />} />
      </QueueClock>
    </HydrationBoundary>
  );
}
