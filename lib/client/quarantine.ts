import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  Dismissal,
  NewDismissal,
  NewReopening,
  QuarantineItem,
  QuarantineList,
  Reopening,
} from "@/lib/contract/quarantine";
import type {
  NewReplay,
  Replay,
  ReplayDetail,
  ReplayItemList,
  ReplayItemsQuery,
  ReplayList,
  ReplayPreview,
} from "@/lib/contract/replays";
import { api, type QueryValue } from "./fetcher";

/** How often a running replay is asked how far it is. */
const PROGRESS_INTERVAL_MS = 700;
const LIST_INTERVAL_MS = 15_000;
const PAGE_SIZE = 50;

const replayPath = (replay_id: string) => `/api/v1/replays/${encodeURIComponent(replay_id)}`;

/** What `GET /api/v1/quarantine` is asked for; empty values are left out. */
export type QuarantineAsked = Record<string, QueryValue>;

/** The items of a filter, page by page; the first page counts them. */
export function quarantineQuery(asked: QuarantineAsked) {
  return infiniteQueryOptions({
    queryKey: ["quarantine", "list", asked] as const,
    queryFn: ({ signal, pageParam }) =>
      api<QuarantineList>("/api/v1/quarantine", {
        query: { ...asked, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) => LIST_INTERVAL_MS * (state.data?.pages.length ?? 1),
    refetchIntervalInBackground: false,
  });
}

/** One item, for a link that does not have it in its list. */
export function quarantinedQuery(quarantine_id: number) {
  return queryOptions({
    queryKey: ["quarantine", "one", quarantine_id],
    queryFn: ({ signal }) => api<QuarantineItem>(`/api/v1/quarantine/${quarantine_id}`, { signal }),
  });
}

/** What a mapping would make of chosen items; the last answer stays while the next is on its way. */
export function replayPreviewQuery(body: NewReplay) {
  return queryOptions({
    queryKey: ["quarantine", "preview", body],
    queryFn: ({ signal }) =>
      api<ReplayPreview>("/api/v1/quarantine/preview", { method: "POST", body, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}

/** Freezes the set; nothing is sent yet. @throws ApiError `set_empty`, `set_too_large` */
export function freezeReplay(body: NewReplay): Promise<ReplayDetail> {
  return api("/api/v1/replays", { method: "POST", body });
}

/** Starts it; `count` is the exact size of the set. @throws ApiError `count_mismatch` */
export function startReplay(replay_id: string, count: number): Promise<ReplayDetail> {
  return api(`${replayPath(replay_id)}/start`, { method: "POST", body: { count } });
}

/** Stops it: what is not sent yet stays open. @throws ApiError `replay_finished` */
export function stopReplay(replay_id: string): Promise<ReplayDetail> {
  return api(`${replayPath(replay_id)}/stop`, { method: "POST" });
}

/** One replay with its counts; asks again by itself while it runs. */
export function replayQuery(replay_id: string) {
  return queryOptions({
    queryKey: ["replays", "one", replay_id],
    queryFn: ({ signal }) => api<ReplayDetail>(replayPath(replay_id), { signal }),
    refetchInterval: (query) => (query.state.data?.state === "running" ? PROGRESS_INTERVAL_MS : false),
    refetchIntervalInBackground: false,
  });
}

/** What became of each item, page by page. */
export function replayItemsQuery(replay_id: string, asked: Pick<ReplayItemsQuery, "outcome" | "code">) {
  return infiniteQueryOptions({
    queryKey: ["replays", "items", replay_id, asked],
    queryFn: ({ signal, pageParam }) =>
      api<ReplayItemList>(`${replayPath(replay_id)}/items`, {
        query: { ...asked, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Replays, the newest first. */
export const replaysQuery = queryOptions({
  queryKey: ["replays", "list"],
  queryFn: ({ signal }) => api<ReplayList>("/api/v1/replays", { query: { limit: 20 }, signal }),
  refetchInterval: (query) =>
    query.state.data?.items.some(({ state }: Replay) => state === "running") ? PROGRESS_INTERVAL_MS : false,
});

/** Leaves items out, with a reason. @throws ApiError `count_mismatch` */
export function dismissQuarantined(body: NewDismissal): Promise<Dismissal> {
  return api("/api/v1/quarantine/dismissals", { method: "POST", body });
}

/** Opens dismissed items again. */
export function reopenQuarantined(body: NewReopening): Promise<Reopening> {
  return api("/api/v1/quarantine/reopenings", { method: "POST", body });
}
