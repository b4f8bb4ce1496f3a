import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { createLoader, parseAsNativeArrayOf, parseAsStringLiteral } from "nuqs/server";
import { LEAK_KINDS, type LeakKind } from "@/domain/leak-kinds";
import type { LeaksAnswer } from "@/lib/contract/leaks";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

/** Which kinds are shown beside the header's filters. */
export const LEAKS_PARAMS = { kind: parseAsNativeArrayOf(parseAsStringLiteral(LEAK_KINDS)).withDefault([]) };
export const loadLeaksParams = createLoader(LEAKS_PARAMS);

type LeaksAsked = { filters: Filters; kind: readonly LeakKind[] };

/** The query of `GET /api/v1/intake/leaks` that these filters mean at this moment: whole days of UTC that hold the range. */
export function leaksInput({ filters, kind }: LeaksAsked, nowMs: number) {
  const { from, to } = resolveRange(filters, nowMs);
  const last = new Date(Date.parse(to) - 1).toISOString();
  const { service, environment } = filters;
  return { from: from.slice(0, 10), to: last.slice(0, 10), kind, service, environment };
}

/** What leaked into bodies that callers got, by tool. */
export function leaksQuery(asked: LeaksAsked) {
  return queryOptions({
    queryKey: ["leaks", asked],
    queryFn: ({ signal }) =>
      api<LeaksAnswer>("/api/v1/intake/leaks", { query: leaksInput(asked, Date.now()), signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}
