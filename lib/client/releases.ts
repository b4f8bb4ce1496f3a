import { queryOptions } from "@tanstack/react-query";
import type { ReleasesAnswer } from "@/lib/contract/releases";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { resolveRange } from "./time-range";

const ONE_MINUTE_MS = 60_000;

/** The releases within the filters' range, for markers on the time axis. */
export function releasesQuery(filters: Filters) {
  return queryOptions({
    queryKey: ["releases", filters],
    queryFn: ({ signal }) => {
      const { from, to } = resolveRange(filters, Date.now());
      const { service, environment } = filters;
      return api<ReleasesAnswer>("/api/v1/releases", { query: { from, to, service, environment }, signal });
    },
    staleTime: ONE_MINUTE_MS,
    refetchInterval: ONE_MINUTE_MS,
  });
}
