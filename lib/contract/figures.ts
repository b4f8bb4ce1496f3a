import { z } from "zod";
import { eventFilters } from "@/domain/filters";

/**
 * `GET /api/v1/cases/figures`. `from` and `to` are widened to quarter hours and answered as used; left out: the
 * last day. What each figure means stands in `docs/figures.md`.
 */
export const figuresQuery = eventFilters.pick({
  from: true,
  to: true,
  tool: true,
  service: true,
  environment: true,
  tenant: true,
});
export type FiguresQuery = z.output<typeof figuresQuery>;

/** How many lie above the band before it and up to this many seconds; null: the rest. */
export const figureBand = z.object({ up_to_seconds: z.int().nullable(), count: z.int() });
export type FigureBand = z.output<typeof figureBand>;

/** Seconds; null when nothing ended in the range. */
export const figureTimes = z.object({
  count: z.int(),
  p50: z.number().nullable(),
  p90: z.number().nullable(),
  p99: z.number().nullable(),
});
export type FigureTimes = z.output<typeof figureTimes>;

export const figuresAnswer = z.object({
  /** The range as used; what is open is counted at `at`. */
  from: z.string(),
  to: z.string(),
  at: z.string(),
  open: z.object({
    /** Everything not settled: the sum of `by_age`, and of `by_deadline` and `overdue`. */
    total: z.int(),
    /** Of them: waiting for a second person, and put to sleep. */
    awaiting_second: z.int(),
    snoozed: z.int(),
    /** The deadline has passed. */
    overdue: z.int(),
    by_age: z.array(figureBand),
    /** Time left until the deadline. */
    by_deadline: z.array(figureBand),
  }),
  times: z.object({ claim: figureTimes, settle: figureTimes, acknowledge: figureTimes }),
  /** Most verdicts first, at most 200 tools; `tool` is null where it could not be read. */
  verdicts_by_tool: z.array(
    z.object({
      tool: z.string().nullable(),
      committed: z.int(),
      absent: z.int(),
      compensated: z.int(),
      undeterminable: z.int(),
      total: z.int(),
      reopened: z.int(),
    }),
  ),
  reopened: z.object({
    settled: z.int(),
    reopened: z.int(),
    /** Null when nothing was settled. */
    share: z.number().nullable(),
  }),
  /** Most unknown effects first, at most 200 tools that failed; null for a key that may not read rates. */
  unknown_by_tool: z
    .array(
      z.object({
        tool: z.string(),
        failures: z.int(),
        unknown: z.int(),
        /** Of the failures; null when nothing failed. */
        share: z.number().nullable(),
        /** Null when no calls were reported. */
        calls: z.int().nullable(),
        /** Unknown effects per call, on both sides only where calls were reported; null without any. */
        unknown_rate: z.number().nullable(),
      }),
    )
    .nullable(),
});
export type FiguresAnswer = z.output<typeof figuresAnswer>;
