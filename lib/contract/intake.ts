import { z } from "zod";
import { anyOf, eventFilters } from "@/domain/filters";
import { INTAKE_DOORS } from "@/domain/intake";
import { LAG_BOUNDS } from "@/domain/intake-tally";
import { timeZone } from "@/domain/settings";
import { STEPS } from "@/domain/steps";

export const INTAKE_STEPS = STEPS.filter((step) => step !== "1m");

/**
 * `GET /api/v1/intake`. Left out: `to` is now, `from` a day before `to`, `step` the finest that reads well, `tz` the
 * installation's zone, `source` and `door` all of them. The range is that of receipt, not of occurrence.
 */
export const intakeQuery = z.object({
  from: eventFilters.shape.from,
  to: eventFilters.shape.to,
  /** Counts are kept by five minutes. */
  step: z.enum(INTAKE_STEPS).optional(),
  tz: timeZone.optional(),
  /** Names of sources. */
  source: eventFilters.shape.service,
  door: anyOf(z.enum(INTAKE_DOORS)),
});
export type IntakeQuery = z.output<typeof intakeQuery>;

const share = z.number().nullable();
/** An upper bound in seconds; `inf`: later than the last of them. */
const lagBound = z.enum(LAG_BOUNDS);

const counts = z.object({
  accepted: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  rejected: z.int(),
});

const marks = <T extends z.ZodType>(value: T) => ({
  skewed: value,
  sanitized: value,
  scrubbed: value,
  malformed_code: value,
  message_cut: value,
  leaked: value,
});

/** Start of the step, accepted, duplicate, conflict, rejected. */
export const intakePoint = z.tuple([z.string(), z.int(), z.int(), z.int(), z.int()]);

/** What came in, from one source or all of them. */
export const intakeMeasured = counts.extend({
  /** What was sent: the four counts sum to it. */
  received: z.int(),
  /** Only events have marks and a lag. */
  accepted_events: z.int(),
  ...marks(z.int()),
  /** Of `received`, and of marks of `accepted_events`; null when that is 0. */
  shares: z.object({ duplicate: share, conflict: share, rejected: share, ...marks(share) }),
  /** Most items first. */
  rejected_by_reason: z.array(z.object({ door: z.string(), reason: z.string(), items: z.int() })),
  doors: z.array(counts.extend({ door: z.string() })),
  /** How late events were stored after they occurred; null when none was. */
  lag: z.object({
    p50: lagBound.nullable(),
    p90: lagBound.nullable(),
    p99: lagBound.nullable(),
    distribution: z.array(z.object({ bound: lagBound, events: z.int() })),
  }),
  /** Items a minute since `rate_from`. */
  rate_per_minute: z.number(),
  /** Dense, oldest first, zeros included. */
  points: z.array(intakePoint),
});
export type IntakeMeasured = z.output<typeof intakeMeasured>;

export const intakeSource = intakeMeasured.extend({
  source_id: z.int(),
  source: z.string(),
  /** The start of the five minutes in which anything last came, by any door; null when nothing ever did. */
  last_received_at: z.string().nullable(),
  /** `silent`: it reported before and holds a key that works, but nothing came for an hour. */
  state: z.enum(["reporting", "silent", "never", "without_key"]),
});
export type IntakeSource = z.output<typeof intakeSource>;

export const intakeAnswer = z.object({
  /** The range as used: widened to whole steps of the zone. */
  from: z.string(),
  to: z.string(),
  step: z.enum(INTAKE_STEPS),
  tz: z.string(),
  /** The rates are of the last whole five minutes and those that run. */
  rate_from: z.string(),
  totals: intakeMeasured,
  /** What was sent most first; those that sent nothing last. */
  sources: z.array(intakeSource),
});
export type IntakeAnswer = z.output<typeof intakeAnswer>;
