import { z } from "zod";

/** `GET /api/v1/frames/{reference}?event_id=`. Each read is written to the audit log. */
export const framesQuery = z.object({ event_id: z.guid().optional() });

export const stackFrame = z.object({
  file: z.string().nullish(),
  line: z.number().nullish(),
  column: z.number().nullish(),
  function: z.string().nullish(),
  code: z.string().nullish(),
  in_app: z.boolean().nullish(),
});
export type StackFrame = z.output<typeof stackFrame>;

export const exceptionItem = z.object({
  type: z.string().nullish(),
  message: z.string().nullish(),
  module: z.string().nullish(),
  relation: z.enum(["cause", "context", "group"]).nullish(),
  /** Newest first. */
  frames: z.array(stackFrame),
});
export type ExceptionItem = z.output<typeof exceptionItem>;

export const framesRecord = z.object({
  frames_id: z.guid(),
  /** The event it belongs to; null when none is known. */
  event_id: z.guid().nullable(),
  captured_at: z.string(),
  received_at: z.string(),
  language: z.string().nullable(),
  tool: z.string().nullable(),
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  service: z.string().nullable(),
  exception_type: z.string().nullable(),
  /** What tells its kind of failure from others (`kinds`), and the frame that says so. */
  fingerprint: z.string().nullable(),
  top_frame: z.string().nullable(),
  /** Outermost first. Empty, as `raw` and `context` are null, for callers who may see arguments only. */
  exceptions: z.array(exceptionItem),
  raw: z.string().nullable(),
  arguments: z.record(z.string(), z.unknown()).nullable(),
  context: z.record(z.string(), z.unknown()).nullable(),
  /** `cut`, `scrubbed`, `sanitized`; `unreadable` where the stored record cannot be opened. */
  marks: z.array(z.string()),
});
export type FramesRecord = z.output<typeof framesRecord>;

/** One kind of failure: all records with one fingerprint, as far as the caller may see them. */
export const framesKind = z.object({
  fingerprint: z.string(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  /** Of the newest 500 records; `more` where there are more than those. */
  failures: z.int(),
  tools: z.int(),
  releases: z.int(),
  more: z.boolean(),
  /** The newest failures of it, at most five. */
  latest: z.array(
    z.object({ reference: z.string(), event_id: z.guid().nullable(), captured_at: z.string() }),
  ),
});
export type FramesKind = z.output<typeof framesKind>;

export const framesAnswer = z.object({
  reference: z.string(),
  /** Whether stack frames are included, or arguments only. */
  view: z.enum(["full", "arguments"]),
  items: z.array(framesRecord),
  /** Shares the reference, but nothing says that it is the same failure. */
  may_belong: z.array(framesRecord),
  /** Of the records above; empty for callers who may see arguments only. */
  kinds: z.array(framesKind),
  /** Older records beyond the newest twenty. */
  left_out: z.int(),
});
export type FramesAnswer = z.output<typeof framesAnswer>;
