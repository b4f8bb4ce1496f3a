import { z } from "zod";
import { EFFECTS } from "@/domain/effect";
import { ERROR_CLASSES } from "@/domain/errors";

/** Every failure of the API: RFC 9457, whose further members are the contract of errors that Errata is about. */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  /** The owned, stable token to branch on. */
  code: z.string(),
  class: z.enum(ERROR_CLASSES),
  message: z.string(),
  field: z.string().optional(),
  received: z.unknown().optional(),
  permitted: z.array(z.unknown()).optional(),
  hint: z.string().optional(),
  retryable: z.boolean(),
  /** Seconds. */
  retry_after: z.number().optional(),
  effect: z.enum(EFFECTS).optional(),
  /** To quote; it finds what happened. */
  reference: z.string(),
  /** All faults, where there is more than one. */
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});
