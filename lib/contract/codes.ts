import { z } from "zod";
import { DRIFTS } from "@/domain/code-drift";
import { EVENT_CLASSES } from "@/domain/event-class";
import { eventFilters } from "@/domain/filters";

/** `GET /api/v1/codes`: the range is widened to whole hours; left out: the last day. */
export const codesQuery = eventFilters.pick({
  from: true,
  to: true,
  service: true,
  environment: true,
  tenant: true,
  tool: true,
  code: true,
  class: true,
});
export type CodesQuery = z.output<typeof codesQuery>;

/** Events by the answer whether the call may be repeated; those of unknown effect are left out. */
const retry = z.object({ yes: z.int(), no: z.int(), not_reported: z.int() });
const effects = z.object({ absent: z.int(), committed: z.int(), unknown: z.int(), not_reported: z.int() });

/** How much the bodies leave unsaid of what their class needs. */
export const sayingLess = z.object({
  lacking: z.int(),
  /** Of all failures of the code; null where there are none. */
  share: z.number().nullable(),
  /** What is missing in how many events, most often first; one event may lack several. */
  lacks: z.array(z.object({ field: z.string(), events: z.int() })),
  example_reference: z.string().nullable(),
  example_event_id: z.string().nullable(),
});

export const registeredCode = z.object({
  code: z.string(),
  /** Whether events with it counted as unmapped. */
  unmapped: z.boolean(),
  events: z.int(),
  /** Of all failures in the range; null when nothing failed. */
  share: z.number().nullable(),
  /** Failures over the range, oldest first, at most 48 steps of equal length. */
  points: z.array(z.int()),
  /** Most often first. */
  classes: z.array(z.object({ class: z.enum(EVENT_CLASSES), events: z.int() })),
  tools: z.array(z.object({ tool: z.string(), events: z.int() })),
  retry,
  effects,
  /** What it says in two ways. */
  drifts: z.array(z.enum(DRIFTS)),
  saying: sayingLess,
  /** At all; for who is confined, in their part and as long as events are kept. */
  first_seen_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  /** First seen within the range. */
  is_new: z.boolean(),
  retired_at: z.string().nullable(),
  retired_by: z.string().nullable(),
  /** Seen after it was retired. */
  came_back: z.boolean(),
});
export type RegisteredCode = z.output<typeof registeredCode>;

export const codesAnswer = z.object({
  from: z.string(),
  to: z.string(),
  /** Failures of the range within the filters, as far as they were looked through. */
  failures: z.int(),
  /** How many codes there are; more than `items` has when the list is cut. */
  codes: z.int(),
  /** Most failures first, at most 500; then those without a failure in the range, the last seen first. */
  items: z.array(registeredCode),
});
export type CodesAnswer = z.output<typeof codesAnswer>;

export const codeParams = z.object({
  code: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[^\0]*$/, "must not hold NUL"),
});

/** `GET /api/v1/codes/{code}`: one code, with its use by tool and class. */
export const codeQuery = codesQuery.omit({ code: true });
export type CodeQuery = z.output<typeof codeQuery>;

export const codeUse = z.object({
  tool: z.string(),
  class: z.enum(EVENT_CLASSES),
  writes: z.boolean().nullable(),
  events: z.int(),
  retry,
  effects,
  saying: sayingLess,
  first_seen_at: z.string(),
  last_seen_at: z.string(),
});
export type CodeUse = z.output<typeof codeUse>;

export const codeAnswer = registeredCode.extend({
  from: z.string(),
  to: z.string(),
  /** Most failures first. */
  uses: z.array(codeUse),
});
export type CodeAnswer = z.output<typeof codeAnswer>;
