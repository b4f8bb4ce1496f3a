import { queryOptions } from "@tanstack/react-query";
import type { Retention } from "@/lib/contract/retention";
import { api } from "./fetcher";

/** What is kept how long, and what was dropped. */
export const retentionQuery = queryOptions({
  queryKey: ["retention"],
  queryFn: ({ signal }) => api<Retention>("/api/v1/settings/retention", { signal }),
  refetchInterval: 60_000,
});

/** The same, and what keeping so many days would drop; asked anew each time. */
export const retentionPreviewQuery = (retention_days: number) =>
  queryOptions({
    queryKey: ["retention", retention_days],
    queryFn: ({ signal }) =>
      api<Retention>(`/api/v1/settings/retention?retention_days=${retention_days}`, { signal }),
    gcTime: 0,
    staleTime: 0,
  });
