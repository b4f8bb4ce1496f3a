import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ValueFilters } from "@/domain/filters";
import { CALL_GROUPINGS, type CallGrouping } from "@/domain/rate-rows";
import type { FailureRatesAnswer, RatesAnswer } from "@/lib/contract/rates";
import { BASE_PATH } from "./base-path";
import { type ExploreState, NARROWINGS } from "./explore-params";
import { api, type QueryValue, searchString } from "./fetcher";
import { LIVE } from "./query-client";
import { resolveRange } from "./time-range";

/** Bars and points that the whole width of a page can tell apart. */
const MAX_POINTS = 300;

/** What the state filters by, spelled as on the wire. What nobody understands there, the server refuses by name. */
export function filtersOf(state: ExploreState): ValueFilters {
  const { service, environment } = state;
  const narrowed = Object.fromEntries(NARROWINGS.map((name) => [name, state[name]]));
  return { service, environment, ...narrowed } as ValueFilters;
}

type Asked = { state: ExploreState; zone: string };

/** What decides the range and the filters of a question: how it is drawn does not ask anew. */
const asked = ({ state, zone }: Asked) => {
  const { range, from, to, by } = state;
  return { range, from, to, by, zone, filters: filtersOf(state) };
};

/** The query of `GET /api/v1/rates` that this state means at this moment. */
export function exploreInput({ state, zone }: Asked, nowMs: number) {
  const { by, top, compare } = state;
  const range = resolveRange(state, nowMs, MAX_POINTS);
  // Classes are seven and have their order: none of them is ever beyond the drawn ones.
  const drawn = by === "class" ? undefined : top;
  return { ...range, tz: zone, group_by: by, top: drawn, compare: String(compare), ...filtersOf(state) };
}

/** What calls are not told apart by is drawn as one. */
const callGrouping = (by: ExploreState["by"]): CallGrouping | undefined =>
  CALL_GROUPINGS.find((each) => each === by);

/** The query of `GET /api/v1/failure-rates` that this state means at this moment. */
export function failureRatesInput({ state, zone }: Asked, nowMs: number) {
  const range = resolveRange(state, nowMs, MAX_POINTS);
  return { ...range, tz: zone, group_by: callGrouping(state.by), top: state.top, ...filtersOf(state) };
}

/** Failures over time by the chosen part. */
export function exploreQuery(question: Asked) {
  const { top, compare } = question.state;
  return queryOptions({
    queryKey: ["explore", asked(question), top, compare],
    queryFn: ({ signal }) =>
      api<RatesAnswer>("/api/v1/rates", { query: query(exploreInput(question, Date.now())), signal }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

/** Failures against calls over time by the chosen part, where calls know it. */
export function failureRatesQuery(question: Asked) {
  return queryOptions({
    queryKey: ["failure-rates", asked(question), question.state.top],
    queryFn: ({ signal }) =>
      api<FailureRatesAnswer>("/api/v1/failure-rates", {
        query: query(failureRatesInput(question, Date.now())),
        signal,
      }),
    ...LIVE,
    placeholderData: keepPreviousData,
  });
}

/** An export of exactly the series that an answer holds: its own range and step, so that time does not move it. */
export function ratesCsvHref(question: Asked, drawn: { from: string; to: string; step: string }): string {
  const { from, to, step } = drawn;
  const isRate = question.state.show === "rate";
  const input = isRate ? failureRatesInput(question, 0) : exploreInput(question, 0);
  const path = isRate ? "/api/v1/failure-rates.csv" : "/api/v1/rates.csv";
  return `${BASE_PATH}${path}${searchString({ ...query(input), from, to, step })}`;
}

const query = (input: object) => input as Record<string, QueryValue>;
