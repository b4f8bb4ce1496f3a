import { infiniteQueryOptions } from "@tanstack/react-query";
import type { NoticeList, ReadNoticesAnswer, ReadNoticesBody } from "@/lib/contract/notices";
import { api } from "./fetcher";
import { unlessLive } from "./live-connection";

const INTERVAL_MS = 30_000;

/** What the person is told, newest first, page by page, with how many are unread. */
export function noticesQuery({ unread = false }: { unread?: boolean } = {}) {
  return infiniteQueryOptions({
    queryKey: ["notices", { unread }],
    queryFn: ({ signal, pageParam }) =>
      api<NoticeList>("/api/v1/notices", {
        query: { unread: unread ? "true" : null, limit: 30, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: unlessLive(INTERVAL_MS),
    refetchIntervalInBackground: false,
  });
}

/** Marks these, or all up to now, as read. @throws ApiError */
export function readNotices(body: ReadNoticesBody): Promise<ReadNoticesAnswer> {
  return api("/api/v1/notices/read", { method: "POST", body });
}
