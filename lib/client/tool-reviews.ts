import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { NextMovesAnswer } from "@/lib/contract/next-moves";
import type { ToolReviewsAnswer } from "@/lib/contract/tool-reviews";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

/** The query of `GET /api/v1/tool-reviews` that these filters mean at this moment; of one tool where it is named. */
export function toolReviewsInput(filters: Filters, tool: string | undefined, nowMs: number) {
  const { from, to } = resolveRange(filters, nowMs);
  return { from, to, tool, service: filters.service, environment: filters.environment };
}

/** Which classes each tool fails with, and what its clusters say. */
export function toolReviewsQuery(filters: Filters, tool?: string) {
  return queryOptions({
    queryKey: ["tool-reviews", filters, tool ?? null],
    queryFn: ({ signal }) =>
      api<ToolReviewsAnswer>("/api/v1/tool-reviews", {
        query: toolReviewsInput(filters, tool, Date.now()),
        signal,
      }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

const ONE_MINUTE_MS = 60_000;

/** What came next in the run after a tool's failures, by class. */
export function toolMovesQuery(filters: Filters, tool: string) {
  return queryOptions({
    queryKey: ["tool-moves", filters, tool],
    queryFn: ({ signal }) => {
      const { from, to } = resolveRange(filters, Date.now());
      const { service, environment } = filters;
      return api<NextMovesAnswer>("/api/v1/next-moves", {
        query: { from, to, tool, service, environment },
        signal,
      });
    },
    refetchInterval: ONE_MINUTE_MS,
    placeholderData: keepPreviousData,
  });
}

/** The page of a tool. */
export function toolHref(tool: string): string {
  return `/tools/${encodeURIComponent(tool)}`;
}
