import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { EVENT_CLASSES } from "@/domain/event-class";
import { MOVE_RULES, MOVES } from "@/domain/next-moves";
import type { MovedEventsAnswer, NextMovesAnswer } from "@/lib/contract/next-moves";
import { api } from "./fetcher";
import type { Filters } from "./filter-params";
import { resolveRange } from "./time-range";

/** Which number's failures are shown: those of a rule, or of a class and a move. */
export const MOVES_PARAMS = {
  rule: parseAsStringLiteral(MOVE_RULES),
  class: parseAsStringLiteral(EVENT_CLASSES),
  move: parseAsStringLiteral(MOVES),
};
export const loadMovesParams = createLoader(MOVES_PARAMS);
export type MovesParams = Awaited<ReturnType<typeof loadMovesParams>>;

const ONE_MINUTE_MS = 60_000;

/** The query of `GET /api/v1/next-moves` that these filters mean at this moment. */
export function movesInput(filters: Filters, nowMs: number) {
  const { from, to } = resolveRange(filters, nowMs);
  const { service, environment } = filters;
  return { from, to, service, environment };
}

/** What came next in the run after failures, by class. */
export function movesQuery(filters: Filters) {
  return queryOptions({
    queryKey: ["next-moves", filters],
    queryFn: ({ signal }) =>
      api<NextMovesAnswer>("/api/v1/next-moves", { query: movesInput(filters, Date.now()), signal }),
    refetchInterval: ONE_MINUTE_MS,
    placeholderData: keepPreviousData,
  });
}

/** The failures behind a number of an answer: of its very range, so that they are as many as it says. */
export function movedEventsQuery(
  { from, to }: Pick<NextMovesAnswer, "from" | "to">,
  { service, environment }: Filters,
  { rule, class: errorClass, move }: MovesParams,
) {
  const query = { from, to, service, environment, rule, class: errorClass, move };
  return queryOptions({
    queryKey: ["next-moves", "events", query],
    queryFn: ({ signal }) => api<MovedEventsAnswer>("/api/v1/next-moves/events", { query, signal }),
    placeholderData: keepPreviousData,
  });
}
