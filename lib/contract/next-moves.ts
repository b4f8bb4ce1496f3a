import { z } from "zod";
import { EFFECTS } from "@/domain/effect";
import { EVENT_CLASSES } from "@/domain/event-class";
import { eventFilters } from "@/domain/filters";
import { MOVE_RULES, MOVES, WAITS } from "@/domain/next-moves";

/** `GET /api/v1/next-moves`: class × what came next in the run. `by=tool` tells tools apart as well. */
export const nextMovesQuery = eventFilters.extend({ by: z.enum(["class", "tool"]).default("class") });
export type NextMovesQuery = z.output<typeof nextMovesQuery>;

export const nextMovesRow = z.object({
  /** Null unless `by=tool`. */
  tool: z.string().nullable(),
  class: z.enum(EVENT_CLASSES),
  /** Failures of which it is known what came next; the moves add up to it. */
  failures: z.int(),
  moves: z.object(
    Object.fromEntries(MOVES.map((move) => [move, z.int()])) as Record<(typeof MOVES)[number], z.ZodInt>,
  ),
  /** Of the further attempts: whether they came at least `retry_after` later. */
  waits: z.object(
    Object.fromEntries(WAITS.map((wait) => [wait, z.int()])) as Record<(typeof WAITS)[number], z.ZodInt>,
  ),
});
export type NextMovesRow = z.output<typeof nextMovesRow>;

export const brokenRule = z.object({
  rule: z.enum(MOVE_RULES),
  /** Failures after which the rule was broken, of those that it applies to. */
  broken: z.int(),
  applies: z.int(),
  /** Null where it applies to none. */
  share: z.number().nullable(),
  runs: z.int(),
  newest: z.object({ reference: z.string(), event_id: z.string(), occurred_at: z.string() }).nullable(),
});
export type BrokenRule = z.output<typeof brokenRule>;

export const nextMovesAnswer = z.object({
  from: z.string(),
  to: z.string(),
  /** How far was read: the newest 30,000 failures of the range and an hour around it. */
  read: z.object({ rows: z.int(), from: z.string(), whole: z.boolean() }),
  /** Failures of the last five minutes, after which something may still come. */
  undecided: z.int(),
  /** Failures, of whatever filter, that name no run: nothing is known of what came next. */
  without_run: z.int(),
  /** Whether compensations are told: who may not see cases learns nothing of them. */
  knows_cases: z.boolean(),
  /** Classes in their order, within a tool with the most failures first. */
  items: z.array(nextMovesRow),
  /** All rules, also those that nothing broke. */
  rules: z.array(brokenRule),
});
export type NextMovesAnswer = z.output<typeof nextMovesAnswer>;

/** `GET /api/v1/next-moves/events`: the failures behind a cell or a rule. */
export const movedEventsQuery = eventFilters.extend({
  move: z.enum(MOVES).optional(),
  rule: z.enum(MOVE_RULES).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

export const movedEvent = z.object({
  event_id: z.guid(),
  reference: z.string(),
  occurred_at: z.string(),
  run_id: z.string(),
  tool: z.string(),
  code: z.string(),
  class: z.enum(EVENT_CLASSES),
  effect: z.enum(EFFECTS).nullable(),
  unmapped: z.boolean(),
  /** Null where it is too early to say. */
  move: z.enum(MOVES).nullable(),
  wait: z.enum(WAITS).nullable(),
  waited_seconds: z.number().nullable(),
  retry_after: z.number().nullable(),
  /** The next attempt, where it failed too. */
  next: z.object({ reference: z.string(), event_id: z.guid(), code: z.string() }).nullable(),
  rules: z.array(z.enum(MOVE_RULES)),
});
export type MovedEvent = z.output<typeof movedEvent>;

export const movedEventsAnswer = z.object({
  from: z.string(),
  to: z.string(),
  found: z.int(),
  /** The newest first. */
  items: z.array(movedEvent),
});
export type MovedEventsAnswer = z.output<typeof movedEventsAnswer>;
