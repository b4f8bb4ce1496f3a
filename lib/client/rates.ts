import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RatesAnswer, RatesQuery } from "@/lib/contract/rates";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

type RatesAsked = {
  filters: Filters;
  zone: string;
  group_by: RatesQuery["group_by"];
  /** Beside it as many steps just before */
  compare?: boolean;
  /** False: totals alone, for what draws no steps */
  points?: boolean;
};

/** The query of `GET /api/v1/rates` that these filters mean at this moment. */
export function ratesInput({ filters, zone, group_by, compare, points }: RatesAsked, nowMs: number) {
  const { service, environment } = filters;
  const range = resolveRange(filters, nowMs);
  const asked = { compare: compare ? "true" : undefined, points: points === false ? "false" : undefined };
  return { ...range, tz: zone, group_by, service, environment, ...asked };
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
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}
