import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { BurnDownAnswer, MarkBody, WorklistAnswer } from "@/lib/contract/unmapped";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

export const SHARE_GROUPINGS = ["all", "service", "tool", "release"] as const;
export type ShareGrouping = (typeof SHARE_GROUPINGS)[number];

/** What the page shows beside the header's filters: by what the share is parted, and which group lies open. */
export const UNMAPPED_PARAMS = {
  by: parseAsStringLiteral(SHARE_GROUPINGS).withDefault("all"),
  group: parseAsString,
};

/** The query of `GET /api/v1/unmapped/worklist` that these filters mean at this moment. */
export function worklistInput(filters: Filters, nowMs: number) {
  const { from, to } = resolveRange(filters, nowMs);
  return { from, to, service: filters.service, environment: filters.environment };
}

/** What to map next. */
export function worklistQuery(filters: Filters) {
  return queryOptions({
    queryKey: ["unmapped", "worklist", filters],
    queryFn: ({ signal }) =>
      api<WorklistAnswer>("/api/v1/unmapped/worklist", { query: worklistInput(filters, Date.now()), signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

const DAYS = 30;
const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;

/** The last thirty days, or the header's range where that is longer. */
export function burnDownInput(filters: Filters, zone: string, nowMs: number) {
  const { from, to } = resolveRange(filters, nowMs);
  const first = new Date(Math.min(Date.parse(from), Date.parse(to) - DAYS * DAY_MS)).toISOString();
  return { from: first, to, tz: zone, service: filters.service, environment: filters.environment };
}

/** How many groups were left to map, by day. */
export function burnDownQuery(filters: Filters, zone: string) {
  return queryOptions({
    queryKey: ["unmapped", "burn-down", filters, zone],
    queryFn: ({ signal }) =>
      api<BurnDownAnswer>("/api/v1/unmapped/burn-down", {
        query: burnDownInput(filters, zone, Date.now()),
        signal,
      }),
    refetchInterval: FIVE_MINUTES_MS,
    placeholderData: keepPreviousData,
  });
}

const markPath = (group_id: string) => `/api/v1/unmapped/groups/${encodeURIComponent(group_id)}/mark`;

/** Says that a group has a code. @throws ApiError */
export function markGroup(group_id: string, body: MarkBody): Promise<void> {
  return api(markPath(group_id), { method: "PUT", body });
}

/** Takes it back. @throws ApiError */
export function unmarkGroup(group_id: string): Promise<void> {
  return api(markPath(group_id), { method: "DELETE" });
}
