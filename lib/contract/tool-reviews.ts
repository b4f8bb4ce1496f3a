import { z } from "zod";
import { EVENT_CLASSES } from "@/domain/event-class";
import { eventFilters } from "@/domain/filters";

/** `GET /api/v1/tool-reviews`: the range is widened to whole hours; left out: the last day. */
export const toolReviewsQuery = eventFilters.pick({
  from: true,
  to: true,
  service: true,
  environment: true,
  tenant: true,
  tool: true,
});
export type ToolReviewsQuery = z.output<typeof toolReviewsQuery>;

export const toolReview = z.object({
  tool: z.string(),
  /** As a person declared them; null: nobody said. */
  writes: z.boolean().nullable(),
  owner: z.string().nullable(),
  failures: z.int(),
  unmapped: z.int(),
  /** Null when it did not fail in the range. */
  unmapped_share: z.number().nullable(),
  /** Every class, in their order. */
  classes: z.array(
    z.object({
      class: z.enum(EVENT_CLASSES),
      failures: z.int(),
      /** Those whose class is only guessed. */
      unmapped: z.int(),
      /** Whether the tool was ever seen to fail so, as far back as anything was counted. */
      ever: z.boolean(),
    }),
  ),
  /** What clusters of classes say, the largest first. */
  diagnoses: z.array(
    z.object({
      class: z.enum(EVENT_CLASSES),
      /** Failures with a code of the team's own, and their part of all such. */
      named: z.int(),
      share: z.number(),
      says: z.string(),
      ask: z.string(),
    }),
  ),
});
export type ToolReview = z.output<typeof toolReview>;

export const toolReviewsAnswer = z.object({
  from: z.string(),
  to: z.string(),
  /** Most failures first, then by name. */
  items: z.array(toolReview),
});
export type ToolReviewsAnswer = z.output<typeof toolReviewsAnswer>;
