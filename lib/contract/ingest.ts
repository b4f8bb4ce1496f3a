import { z } from "zod";
import { ERROR_CLASSES } from "@/domain/errors";

export const itemStatus = z.enum(["accepted", "duplicate", "conflict", "rejected"]);

/** What a rejected or conflicting item is told: the error contract, for one item. */
export const itemError = z.object({
  code: z.string(),
  class: z.enum(ERROR_CLASSES),
  message: z.string(),
  field: z.string().optional(),
  received: z.unknown().optional(),
  permitted: z.array(z.unknown()).readonly().optional(),
  hint: z.string().optional(),
  retryable: z.boolean(),
});

const counts = { accepted: z.int(), duplicate: z.int(), conflict: z.int(), rejected: z.int() };

/** `?results=rejected` leaves out what was accepted. */
export const ingestQuery = z.object({ results: z.enum(["all", "rejected"]).default("all") });
export type IngestQuery = z.output<typeof ingestQuery>;

/** Answer of `POST /api/v1/events`, after the commit; the four counts sum to the items sent. */
export const eventsAccepted = z.object({
  ...counts,
  results: z.array(
    z.object({
      index: z.int(),
      status: itemStatus,
      event_id: z.string().optional(),
      reference: z.string().optional(),
      case_id: z.string().optional(),
      error: itemError.optional(),
    }),
  ),
});

export type EventsAccepted = z.output<typeof eventsAccepted>;

/** Answer of `PUT` and `POST /api/v1/frames`. */
export const framesAccepted = z.object({
  ...counts,
  results: z.array(
    z.object({
      index: z.int(),
      status: itemStatus,
      frames_id: z.string().optional(),
      reference: z.string().optional(),
      error: itemError.optional(),
    }),
  ),
});
export type FramesAccepted = z.output<typeof framesAccepted>;
