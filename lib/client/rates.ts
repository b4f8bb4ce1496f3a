import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RatesAnswer, RatesQuery } from "@/lib/contract/rates";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE, LIVE_INTERVAL_MS } from "./query-client";
import { rangeBefore, resolveRange } from "./time-range";

type RatesAsked = {
  filters: Filters;
  zone: string;
  group_by: RatesQuery["group_by"];
  /** The period of the same length just before, for comparison */
  before?: boolean;
  /** False: totals alone, for what draws no steps */
  points?: boolean;
};

/** The query of `GET /api/v1/rates` that these filters mean at this moment. */
export function ratesInput({ filters, zone, group_by, before, points }: RatesAsked, nowMs: number) {
  const { service, environment } = filters;
  const range = resolveRange(filters, nowMs);
  return { ...(before ? rangeBefore(range) : range), tz: zone, group_by, service, environment, points };
}

/**
 * Failures over time. The key holds the range by name, so that a moving range keeps its place in the cache while each
 * fetch asks for what it means by then.
 */
export function ratesQuery(asked: RatesAsked) {
  return queryOptions({
    queryKey: ["rates", asked],
    queryFn: ({ signal }) =>
      api<RatesAnswer>("/api/v1/rates", { query: ratesInput(asked, Date.now()), signal }),
    // A comparison is drawn with its own range or not at all.
    ...(asked.before ? { staleTime: 5 * LIVE_INTERVAL_MS } : { ...LIVE, placeholderData: keepPreviousData }),
  });
}
