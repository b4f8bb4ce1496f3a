import { z } from "zod";
import { anyOf, eventFilters } from "@/domain/filters";
import { LEAK_KINDS } from "@/domain/leak-kinds";

/** `GET /api/v1/intake/leaks`: days of UTC, both included, by when it happened; left out: the last seven. */
export const leaksQuery = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  kind: anyOf(z.enum(LEAK_KINDS)),
  tool: eventFilters.shape.tool,
  service: eventFilters.shape.service,
  environment: eventFilters.shape.environment,
  tenant: eventFilters.shape.tenant,
});
export type LeaksQuery = z.output<typeof leaksQuery>;

export const leakPart = z.object({
  kind: z.enum(LEAK_KINDS),
  /** The part of the body that the caller got. */
  field: z.string(),
  code: z.string(),
  events: z.number(),
  /** The newest text around it, what leaked masked. */
  example: z.string(),
  example_reference: z.string(),
  example_event_id: z.string(),
  /** When the first and the newest of them happened, within the days asked for. */
  first_seen_at: z.string(),
  last_seen_at: z.string(),
});

export const leakingTool = z.object({
  tool: z.string(),
  /** Events that leaked anything; null where kinds were chosen, since an event may leak several. */
  events: z.number().nullable(),
  /** All failures of the tool in the same days. */
  failures: z.number(),
  /** Null where either is unknown. */
  share: z.number().nullable(),
  /** When the newest of them happened. */
  last_seen_at: z.string(),
  /** How many parts there are; more than `parts` has when the list is cut. */
  parts_found: z.int(),
  /** Most events first, at most 50. */
  parts: z.array(leakPart),
});

export const leaksAnswer = z.object({
  from: z.string(),
  to: z.string(),
  /** How many tools leak; more than `items` has when the list is cut. */
  tools: z.int(),
  /** Those that leak most first, at most 200. */
  items: z.array(leakingTool),
});
export type LeaksAnswer = z.infer<typeof leaksAnswer>;
export type LeakingTool = z.infer<typeof leakingTool>;
export type LeakPart = z.infer<typeof leakPart>;
