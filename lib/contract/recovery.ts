import { z } from "zod";
import { eventFilters } from "@/domain/filters";

export const KNOWN_FROM = ["reported", "computed"] as const;

/**
 * `GET /api/v1/recovery`: attempts until recovery. `known_from` left out: reported where anything was reported in the range,
 * else computed from runs. `compare` names a release; what is left of its time is before, the rest after.
 */
export const recoveryQuery = eventFilters
  .pick({
    ...{ from: true, to: true, service: true, environment: true, tenant: true, tool: true, code: true },
    ...{ class: true, release: true },
  })
  .extend({ known_from: z.enum(KNOWN_FROM).optional(), compare: z.string().min(1).max(200).optional() });
export type RecoveryQuery = z.output<typeof recoveryQuery>;

/** `GET /api/v1/recovery.csv`: the same as rows; `rows=attempts` are the curves, else the figures. */
export const recoveryCsvQuery = recoveryQuery.extend({
  rows: z.enum(["figures", "attempts"]).default("figures"),
});

export const attemptDistribution = z.object({
  episodes: z.int(),
  /** Null each where the episodes are computed: events tell of failures alone. */
  recovered: z.int().nullable(),
  gave_up: z.int().nullable(),
  escalated: z.int().nullable(),
  /** Of all episodes; null where there are none or it is not known. */
  gave_up_share: z.number().nullable(),
  /** Nearest-rank, of the episodes that recovered; null where there is none. */
  p50: z.int().nullable(),
  p90: z.int().nullable(),
  p99: z.int().nullable(),
  max: z.int().nullable(),
  /** The episodes that the percentiles are of, by attempts, ascending; 1,000 and more count together. */
  attempts: z.array(z.object({ attempts: z.int(), episodes: z.int() })),
});
export type AttemptDistribution = z.output<typeof attemptDistribution>;

export const recoveryDifference = z.object({
  /** After minus before. */
  difference: z.number(),
  /** 95%, by bootstrap over episodes; null with fewer than ten on a side. */
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
});
export type RecoveryDifference = z.output<typeof recoveryDifference>;

export const recoveryCompared = z.object({
  before: attemptDistribution,
  after: attemptDistribution,
  /** Null each where a side has nothing to compare. */
  p90: recoveryDifference.nullable(),
  gave_up_share: recoveryDifference.nullable(),
});

export const recoveryItem = z.object({
  tool: z.string(),
  code: z.string(),
  /** The class most of them bear. */
  class: z.string().nullable(),
  all: attemptDistribution,
  compared: recoveryCompared.nullable(),
  /** The run that took the most attempts, with an event of it where one is kept. */
  longest: z
    .object({ run_id: z.string(), reference: z.string().nullable(), event_id: z.string().nullable() })
    .nullable(),
});
export type RecoveryItem = z.output<typeof recoveryItem>;

export const recoveryAnswer = z.object({
  from: z.string(),
  to: z.string(),
  known_from: z.enum(KNOWN_FROM),
  /** How far was read: the newest 100,000 recoveries, or 30,000 events, of the range. */
  read: z.object({ rows: z.int(), from: z.string(), whole: z.boolean() }),
  /** With `compare`: where and when that release went out; what it did not go out to is left out. */
  compared_with: z
    .object({
      release: z.string(),
      marks: z.array(
        z.object({
          service: z.string().nullable(),
          environment: z.string().nullable(),
          released_at: z.string(),
          url: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
  total: z.object({ all: attemptDistribution, compared: recoveryCompared.nullable() }),
  /** How many pairs of tool and code there are; more than `items` has when the list is cut. */
  pairs: z.int(),
  /** Most episodes first, at most 100. */
  items: z.array(recoveryItem),
});
export type RecoveryAnswer = z.output<typeof recoveryAnswer>;
