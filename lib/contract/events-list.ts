import { z } from "zod";
import { EFFECTS } from "@/domain/effect";
import { EVENT_CLASSES } from "@/domain/event-class";
import { eventFilters } from "@/domain/filters";

export const EVENTS_LIMIT_MAX = 500;
export const EVENTS_LIMIT_DEFAULT = 100;

/** `GET /api/v1/events`: newest first. `cursor` is what `next_cursor` said. */
export const eventsQuery = eventFilters.extend({
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(EVENTS_LIMIT_MAX).default(EVENTS_LIMIT_DEFAULT),
});
export type EventsQuery = z.output<typeof eventsQuery>;

/** `GET /api/v1/events.csv`: all rows of the filter. */
export const eventsCsvQuery = eventFilters;

/**
 * One stored event, its fields named as they were sent. What was not sent is null, or left out when it is
 * one of the optional texts. Integers beyond 2^53 in `received`, `permitted` and `attributes` are written
 * in full.
 */
export const eventItem = z.object({
  source_id: z.int(),
  event_id: z.guid(),
  reference: z.string(),
  occurred_at: z.string(),
  received_at: z.string(),
  tool: z.string(),
  code: z.string(),
  class: z.enum(EVENT_CLASSES),
  effect: z.enum(EFFECTS).nullable(),
  unmapped: z.boolean(),
  retryable: z.boolean().nullable(),
  idempotency_key: z.string().nullable(),
  arguments_hash: z.string().nullable(),
  attempt: z.int().nullable(),
  turn: z.int().nullable(),
  run_id: z.string().nullable(),
  call_id: z.string().nullable(),
  trace_id: z.string().nullable(),
  span_id: z.string().nullable(),
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  service: z.string().nullable(),
  release: z.string().nullable(),
  /** `malformed_code`, `sanitized`, `skewed`, `message_cut`, `scrubbed`. */
  marks: z.array(z.string()),
  message: z.string().optional(),
  user_message: z.string().optional(),
  field: z.string().optional(),
  received: z.unknown().optional(),
  permitted: z.array(z.unknown()).optional(),
  precondition: z.unknown().optional(),
  hint: z.string().optional(),
  /** Seconds. */
  retry_after: z.number().optional(),
  /** Only for callers who may see arguments. */
  attributes: z.record(z.string(), z.unknown()).optional(),
  code_sent: z.unknown().optional(),
  class_sent: z.unknown().optional(),
  effect_sent: z.unknown().optional(),
});
export type EventItem = z.output<typeof eventItem>;

export const eventsAnswer = z.object({
  items: z.array(eventItem),
  next_cursor: z.string().nullable(),
});
export type EventsAnswer = z.output<typeof eventsAnswer>;
