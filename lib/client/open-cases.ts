import { queryOptions } from "@tanstack/react-query";
import type { CaseList } from "@/lib/contract/cases";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";

type OpenCasesAsked = Pick<Filters, "service" | "environment">;

/** The query of `GET /api/v1/cases` for the most urgent open case and the counts of all. */
export function openCasesInput({ service, environment }: OpenCasesAsked) {
  return { view: "open", service, environment, limit: 1 } as const;
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
