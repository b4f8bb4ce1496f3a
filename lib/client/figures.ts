import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FiguresAnswer } from "@/lib/contract/figures";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

type FiguresAsked = { filters: Filters; tool?: readonly string[]; tenant?: readonly string[] };

/** The query of `GET /api/v1/cases/figures` that these filters mean at this moment. */
export function figuresInput({ filters, tool = [], tenant = [] }: FiguresAsked, nowMs: number) {
  const { service, environment } = filters;
  return { ...resolveRange(filters, nowMs), service, environment, tool, tenant };
}

/** How the queue does: what is open, how long things take, what was decided. */
export function figuresQuery(asked: FiguresAsked) {
  return queryOptions({
    queryKey: ["figures", asked],
    queryFn: ({ signal }) =>
      api<FiguresAnswer>("/api/v1/cases/figures", { query: figuresInput(asked, Date.now()), signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}
