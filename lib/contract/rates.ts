import { z } from "zod";
import { eventFilters } from "@/domain/filters";
import { CALL_GROUPINGS, GROUPINGS } from "@/domain/rate-rows";
import { timeZone } from "@/domain/settings";
import { STEPS } from "@/domain/steps";

/** More series than this nobody tells apart. */
const top = z.coerce.number().int().min(1).max(100).optional();

/**
 * `GET /api/v1/rates`. Left out: `to` is now, `from` a day before `to`, `step` the finest with at most 300
 * points, `tz` the installation's zone, `group_by` one series for everything, `points` drawn. `points=false` asks for
 * totals alone: every series has an empty `points`, so that there may be thousands of them. `top` draws the keys that
 * failed most each by itself and the rest as `other`; `compare=true` counts as many steps before, too, as `before`.
 */
export const ratesQuery = eventFilters.extend({
  step: z.enum(STEPS).optional(),
  tz: timeZone.optional(),
  group_by: z.enum(GROUPINGS).optional(),
  points: z.stringbool().optional(),
  top,
  compare: z.stringbool().optional(),
});
export type RatesQuery = z.output<typeof ratesQuery>;

/** Start of the step, failures, unmapped among them. */
export const ratePoint = z.tuple([z.string(), z.int(), z.int()]);

export const rateSeries = z.object({
  /** The value of `group_by`; null for "not reported" or, without `group_by`, for the only series. */
  key: z.string().nullable(),
  failures: z.int(),
  unmapped: z.int(),
  /** Dense, oldest first, zeros included; empty with `points=false`. */
  points: z.array(ratePoint),
});
export type RateSeries = z.output<typeof rateSeries>;

/** What `top` leaves beyond the series, as one: never silently cut. No keys: only in the other period there were some. */
export const otherSeries = rateSeries.omit({ key: true }).extend({ keys: z.int() });
export type OtherSeries = z.output<typeof otherSeries>;

const period = z.object({
  /** The range as used: widened to whole steps of the zone. */
  from: z.string(),
  to: z.string(),
  /** Most failures first. Their sum, and that of `other`, is `totals`. */
  series: z.array(rateSeries),
  other: otherSeries.nullable(),
  totals: z.object({
    failures: z.int(),
    unmapped: z.int(),
    /** Null when nothing failed: never 0, never 1. */
    unmapped_share: z.number().nullable(),
    /** Null when no calls were reported, or under a filter that calls do not know. */
    calls: z.int().nullable(),
    failure_rate: z.number().nullable(),
  }),
});
export type RatesPeriod = z.output<typeof period>;

export const ratesAnswer = period.extend({
  step: z.enum(STEPS),
  tz: z.string(),
  /** With `compare`: as many steps just before, its series in the order of `series`. */
  before: period.nullable(),
  /** From when the rows behind the counts are kept; null when there are none. */
  rows_available_from: z.string().nullable(),
});
export type RatesAnswer = z.output<typeof ratesAnswer>;

/** `GET /api/v1/failure-rates`: failures against calls over time, by what calls know. Left out as in `ratesQuery`. */
export const failureRatesQuery = eventFilters.extend({
  step: z.enum(STEPS).optional(),
  tz: timeZone.optional(),
  group_by: z.enum(CALL_GROUPINGS).optional(),
  top,
});
export type FailureRatesQuery = z.output<typeof failureRatesQuery>;

const againstCalls = {
  /** Of those (service, environment, tenant, tool) only that reported calls in the range. */
  failures: z.int(),
  /** Null where nobody reported any. */
  calls: z.int().nullable(),
  failure_rate: z.number().nullable(),
};

export const callSeries = z.object({
  key: z.string().nullable(),
  ...againstCalls,
  /** Start of the step, failures, calls; dense, oldest first. */
  points: z.array(z.tuple([z.string(), z.int(), z.int().nullable()])),
});
export type CallSeries = z.output<typeof callSeries>;

export const failureRatesAnswer = z.object({
  from: z.string(),
  to: z.string(),
  step: z.enum(STEPS),
  tz: z.string(),
  series: z.array(callSeries),
  other: callSeries.omit({ key: true }).extend({ keys: z.int() }).nullable(),
  totals: z.object(againstCalls),
});
export type FailureRatesAnswer = z.output<typeof failureRatesAnswer>;

/** `GET /api/v1/facets`: the values a filter can take, as far as the caller may see them. */
export const facetsAnswer = z.object({
  services: z.array(z.string()),
  environments: z.array(z.string()),
  tenants: z.array(z.string()),
  tools: z.array(z.string()),
  codes: z.array(z.string()),
  releases: z.array(z.string()),
});
export type FacetsAnswer = z.output<typeof facetsAnswer>;
