import { z } from "zod";
import { isCarriedNumber, isNestedWithin } from "./json";
import { partShape, referenceShape, toolShape } from "./reported-event";

/** How deep `arguments` and `context` may nest. */
export const FREE_OBJECT_DEPTH = 32;
const text = z.string().nullish();
const position = z.number().nullish();
const freeObject = z
  .unknown()
  .refine(
    (value) =>
      value === undefined ||
      value === null ||
      (typeof value === "object" && !Array.isArray(value) && !isCarriedNumber(value)),
    "must be an object",
  )
  .refine((value) => isNestedWithin(value, FREE_OBJECT_DEPTH), {
    error: `must not nest deeper than ${FREE_OBJECT_DEPTH} levels`,
    abort: true,
  });

export const reportedStackFrame = z.object({
  file: text,
  line: position,
  column: position,
  function: text,
  code: text,
  in_app: z.boolean().nullish(),
});

export type ReportedStackFrame = z.infer<typeof reportedStackFrame>;

export const reportedException = z.object({
  type: text,
  message: text,
  module: text,
  /** How it belongs to the one before it. */
  relation: z.enum(["cause", "context", "group"]).nullish(),
  frames: z.array(reportedStackFrame).nullish(),
});
export type ReportedException = z.infer<typeof reportedException>;

/** An exception chain as a producer reports it: exceptions outermost first, frames newest first (CONTRACT "Frames"). */
export const reportedFrames = z.object({
  reference: referenceShape,
  frames_id: z.guid("must be a UUID").nullish(),
  event_id: z.guid("must be a UUID").nullish(),
  captured_at: z.string("must be RFC 3339 text with an offset").nullish(),
  language: z.string().max(50).nullish(),
  tool: toolShape.nullish(),
  tenant: partShape,
  environment: partShape,
  service: partShape,
  exceptions: z.array(reportedException).max(100).nullish(),
  raw: text,
  arguments: freeObject.optional(),
  context: freeObject.optional(),
});
export type ReportedFrames = z.infer<typeof reportedFrames>;
