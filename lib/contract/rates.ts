import { z } from "zod";
import { eventFilters } from "@/domain/filters";
import { GROUPINGS } from "@/domain/rate-rows";
import { timeZone } from "@/domain/settings";
import { STEPS } from "@/domain/steps";

/**
 * `GET /api/v1/rates`. Left out: `to` is now, `from` a day before `to`, `step` the finest with at most 300
 * points, `tz` the installation's zone, `group_by` one series for everything, `points` drawn. `points=false` asks for
 * totals alone: every series has an empty `points`, so that there may be thousands of them.
 */
export const ratesQuery = eventFilters.extend({
  step: z.enum(STEPS).optional(),
  tz: timeZone.optional(),
  group_by: z.enum(GROUPINGS).optional(),
  points: z.stringbool().optional(),
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

export const ratesAnswer = z.object({
  /** The range as used: widened to whole steps of the zone. */
  from: z.string(),
  to: z.string(),
  step: z.enum(STEPS),
  tz: z.string(),
  /** Most failures first. Their sum is `totals`. */
  series: z.array(rateSeries),
  totals: z.object({
    failures: z.int(),
    unmapped: z.int(),
    /** Null when nothing failed: never 0, never 1. */
    unmapped_share: z.number().nullable(),
    /** Null when no calls were reported, or under a filter that calls do not know. */
    calls: z.int().nullable(),
    failure_rate: z.number().nullable(),
  }),
  /** From when the rows behind the counts are kept; null when there are none. */
  rows_available_from: z.string().nullable(),
});
export type RatesAnswer = z.output<typeof ratesAnswer>;

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
