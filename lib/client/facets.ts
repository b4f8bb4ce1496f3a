import { queryOptions } from "@tanstack/react-query";
import type { FacetsAnswer } from "@/lib/contract/rates";
import { api } from "./fetcher";

const FIVE_MINUTES_MS = 300_000;

/** The services, environments, tools … that the caller may see, for filters. */
export const facetsQuery = queryOptions({
  queryKey: ["facets"],
  queryFn: ({ signal }) => api<FacetsAnswer>("/api/v1/facets", { signal }),
  staleTime: FIVE_MINUTES_MS,
});
