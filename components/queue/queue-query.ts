import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query";
import { serverNow } from "@/components/ui/server-clock";
import { instantFromDate } from "@/domain/instant";
import { caseFilterInput } from "@/lib/client/cases";
import { api } from "@/lib/client/fetcher";
import { unlessLive } from "@/lib/client/live-connection";
import { viewInput } from "@/lib/client/queue-views";
import type { CaseCounts, CaseList } from "@/lib/contract/cases";
import { filterAt, type QueueParams } from "./queue-params";

const LIST_INTERVAL_MS = 7_000;
const PAGE_SIZE = 50;

/** What the page asks of `GET /api/v1/cases` at this moment: the view and the filter; a bulk action chooses by the same. */
export function chosenInput(params: QueueParams, now: string) {
  return { ...viewInput(params.view), ...caseFilterInput(filterAt(params, now)) };
}

/** The query of one page of the list. */
export function queueInput(params: QueueParams, now: string, cursor: string | null = null) {
  return { ...chosenInput(params, now), limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
}

const intervalOf = unlessLive(LIST_INTERVAL_MS);

/**
 * The cases of a view, page by page, with the counts of all views. The key holds windows that move by their name, so
 * that the list keeps its place while each reading asks for what they mean by then.
 */
export function queueQuery(params: QueueParams) {
  return infiniteQueryOptions({
    queryKey: ["cases", "list", params] as const,
    queryFn: ({ signal, pageParam }) => {
      const now = instantFromDate(new Date(serverNow())).iso;
      return api<CaseList>("/api/v1/cases", { query: queueInput(params, now, pageParam), signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // All pages that were read are read again, so who reads far asks less often.
    refetchInterval: ({ state }) => intervalOf() * (state.data?.pages.length ?? 1),
    refetchIntervalInBackground: false,
  });
}

/** How many cases each view holds, as of the newest reading. */
export function countsOf(data: InfiniteData<CaseList, unknown> | undefined): CaseCounts | undefined {
  return data?.pages[0]?.counts;
}
