import { z } from "zod";
import { ERROR_CLASSES } from "@/domain/errors";
import { reportedEvent } from "@/domain/reported-event";
import { reportedFrames } from "@/domain/reported-frames";

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

/** `POST /api/v1/events`: one, an array, `{"events": […]}` or NDJSON; each is judged by itself. */
export const eventReport = reportedEvent;

/** `POST /api/v1/frames`, `PUT /api/v1/frames/{reference}`. */
export const framesReport = reportedFrames;

/** What a tool answered to its model, with the tool's name, is an event as it is. */
export const EVENT_EXAMPLE = {
  reference: "err_7c1f9a",
  tool: "refund_payment",
  error: "gateway_timeout",
  class: "transient",
  message: "The gateway did not answer in time; whether the refund went through is not known.",
  retryable: false,
  effect: "unknown",
  idempotency_key: "refund-2026-11-15-0042",
  run_id: "run_81f3",
  environment: "production",
  service: "billing-agent",
  event_id: "0198f2c4-7b1e-7c3a-9f52-3d6a1c0e8b47",
  occurred_at: "2026-11-15T00:34:38.350360Z",
};

/** A record of frames under the reference of its address. */
export const FRAMES_EXAMPLE = {
  tool: "refund_payment",
  raw: 'Traceback (most recent call last):\n  File "refund.py", line 12, in refund\nTimeoutError: no answer',
};

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
