import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";

/** The most that one answer lists; beyond it the numbers are shown as "at least". */
const LIMIT = 200;

/** What the overview needs of a case. */
type OpenCase = { case_id: string; opened_at: string; deadline_at: string | null };
type OpenCases = { items: OpenCase[]; next_cursor: string | null; counts?: { open?: number } };

/** The open cases under the header's filters, most urgent first. */
export function openCasesQuery({ service, environment }: Pick<Filters, "service" | "environment">) {
  return queryOptions({
    queryKey: ["cases", "open", { service, environment }],
    queryFn: ({ signal }) =>
      api<OpenCases>("/api/v1/cases", {
        query: { state: "open", service, environment, limit: LIMIT },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...LIVE,
  });
}
