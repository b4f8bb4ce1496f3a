import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CaseList } from "@/lib/contract/cases";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";

type OpenCasesAsked = Pick<Filters, "service" | "environment">;

/** As many as one answer lists. */
const LIST_LIMIT = 200;
const ONE_MINUTE_MS = 60_000;

/** The query of `GET /api/v1/cases` for the most urgent open case and the counts of all. */
export function openCasesInput({ service, environment }: OpenCasesAsked, limit = 1) {
  return { view: "open", service, environment, limit } as const;
}

/** How many cases are open, and the one with the nearest deadline. */
export function openCasesQuery(asked: OpenCasesAsked) {
  const input = openCasesInput(asked);
  return queryOptions({
    queryKey: ["cases", "overview", input],
    queryFn: ({ signal }) => api<CaseList>("/api/v1/cases", { query: input, signal }),
    ...LIVE,
  });
}

/** The open cases themselves, for their ages: a large answer about something that changes by the hour. */
export function openCaseAgesQuery(asked: OpenCasesAsked) {
  const input = openCasesInput(asked, LIST_LIMIT);
  return queryOptions({
    queryKey: ["cases", "overview", input],
    queryFn: ({ signal }) => api<CaseList>("/api/v1/cases", { query: input, signal }),
    placeholderData: keepPreviousData,
    staleTime: ONE_MINUTE_MS,
    refetchInterval: ONE_MINUTE_MS,
  });
}
