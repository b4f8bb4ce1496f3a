import { queryOptions } from "@tanstack/react-query";
import { api } from "./fetcher";

const THREE_HOURS_MS = 10_800_000;

/** Asking who one is renews a session that is more than a day old; asked on arrival and every few hours in sight. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => api<unknown>("/api/v1/session", { signal }),
  staleTime: THREE_HOURS_MS,
  refetchInterval: THREE_HOURS_MS,
  refetchIntervalInBackground: false,
});
