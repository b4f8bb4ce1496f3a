import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  BulkAction,
  BulkDetail,
  BulkItemList,
  BulkItemsQuery,
  BulkList,
  NewBulk,
} from "@/lib/contract/bulk";
import { api } from "./fetcher";

/** How often a running action is asked how far it is. */
const PROGRESS_INTERVAL_MS = 700;
const ITEMS_PAGE_SIZE = 100;

const bulkPath = (bulk_id: string) => `/api/v1/bulk-actions/${encodeURIComponent(bulk_id)}`;

/** Freezes the set and answers what would become of it; nothing is done yet. @throws ApiError `set_empty`, `set_too_large` */
export function freezeBulk(body: NewBulk): Promise<BulkDetail> {
  return api("/api/v1/bulk-actions", { method: "POST", body });
}

/** Starts it; `count` is the exact size of the set. @throws ApiError `count_mismatch` */
export function startBulk(bulk_id: string, count: number): Promise<BulkDetail> {
  return api(`${bulkPath(bulk_id)}/start`, { method: "POST", body: { count } });
}

/** Stops it: what is not done yet is skipped. @throws ApiError `bulk_finished` */
export function stopBulk(bulk_id: string): Promise<BulkDetail> {
  return api(`${bulkPath(bulk_id)}/stop`, { method: "POST" });
}

/** One action with its counts; asks again by itself while it runs. */
export function bulkQuery(bulk_id: string) {
  return queryOptions({
    queryKey: ["bulk", "one", bulk_id],
    queryFn: ({ signal }) => api<BulkDetail>(bulkPath(bulk_id), { signal }),
    refetchInterval: (query) => (query.state.data?.state === "running" ? PROGRESS_INTERVAL_MS : false),
    refetchIntervalInBackground: false,
  });
}

type ItemsAsked = Pick<BulkItemsQuery, "outcome" | "code">;

/** What became of each case, page by page. */
export function bulkItemsQuery(bulk_id: string, asked: ItemsAsked = {}) {
  return infiniteQueryOptions({
    queryKey: ["bulk", "items", bulk_id, asked],
    queryFn: ({ signal, pageParam }) =>
      api<BulkItemList>(`${bulkPath(bulk_id)}/items`, {
        query: { ...asked, limit: ITEMS_PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** One's own actions, the newest first. */
export const bulkActionsQuery = queryOptions({
  queryKey: ["bulk", "list"],
  queryFn: ({ signal }) => api<BulkList>("/api/v1/bulk-actions", { signal }),
  refetchInterval: (query) =>
    query.state.data?.items.some(({ state }: BulkAction) => state === "running")
      ? PROGRESS_INTERVAL_MS
      : false,
});
