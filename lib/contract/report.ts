import { z } from "zod";
import { EFFECTS } from "@/domain/effect";
import { EVENT_CLASSES } from "@/domain/event-class";
import { referenceShape } from "@/domain/reported-event";
import { eventItem } from "./events-list";
import { referenceMatch, sayToUser } from "./references";

/** `GET /api/v1/references/{reference}?event_id=`: the id chooses among several that share the reference. */
export const reportQuery = z.object({ event_id: z.guid().optional() });

/** Trimmed: links write `.` and `..` with a space in front, or a browser would take them for steps of the path. */
export const referenceParams = z.object({ reference: z.string().trim().pipe(referenceShape) });

/** What the contract would have wanted in a body. */
export const betterBody = z.object({
  /** What is missing or says too little, why, and what could stand there; `‹…›` has to be filled in by somebody. */
  missing: z.array(z.object({ field: z.string(), why: z.string(), example: z.unknown() })),
  /** The body with these put in. */
  body: z.record(z.string(), z.unknown()),
});

/** Somebody who opened the frames, or their arguments only. */
export const frameViewer = z.object({
  kind: z.enum(["person", "key", "system"]),
  name: z.string(),
  /** The last time. */
  at: z.string(),
  times: z.int(),
  view: z.enum(["full", "arguments"]),
});
export type FrameViewer = z.output<typeof frameViewer>;

/** Frames that came and could not be stored; their payload waits in quarantine. */
export const refusedFrames = z.object({
  reason: z.string(),
  /** Why in words; null for those who may not see frames, since it may quote what was sent. */
  detail: z.string().nullable(),
  received_at: z.string(),
});

const turn = {
  event_id: z.guid(),
  reference: z.string(),
  occurred_at: z.string(),
  turn: z.int().nullable(),
  attempt: z.int().nullable(),
  tool: z.string(),
  code: z.string(),
  class: z.enum(EVENT_CLASSES),
  effect: z.enum(EFFECTS).nullable(),
};

export const runTurn = z.object({
  ...turn,
  /** Whether it is the event this report is about, or one of its attempts. */
  is_this: z.boolean(),
  /** Whether it tried the same external effect: same tool and idempotency key. */
  same_intent: z.boolean(),
});
export type RunTurn = z.output<typeof runTurn>;

export const reportAnswer = z.object({
  reference: z.string(),
  check: z.enum(["valid", "invalid", "unchecked"]),
  answer: z.enum(["found", "several"]),
  /** All that share the reference, newest first; more than one when `several`, unless `more` says otherwise. */
  matches: z.array(referenceMatch),
  /** Not null where the reference stands on more events than are read: there may be older matches. */
  more: z.object({ matches: z.int(), at_least: z.boolean() }).nullable(),
  /**
   * The attempts of the chosen match, oldest first. Empty when several match and none was chosen, or when
   * only frames are known. The members below are about the last of them and null or empty without one.
   */
  events: z.array(eventItem),
  say_to_user: sayToUser.nullable(),
  /** The body as the model got it. */
  model_body: z.record(z.string(), z.unknown()).nullable(),
  /** Null where nothing is missing. */
  better_body: betterBody.nullable(),
  /** How many frames records belong to it, whether the caller may open them, and for those who may, who did. */
  frames: z.object({
    recorded: z.int(),
    visible: z.boolean(),
    seen_by: z.array(frameViewer),
    /** Those that were refused at the door and not sent again since, newest first. */
    refused: z.array(refusedFrames),
  }),
  case: z
    .object({
      case_id: z.string(),
      state: z.string(),
      verdict: z.string().nullable(),
      settled_at: z.string().nullable(),
    })
    .nullable(),
  /**
   * Whether the case is known by another attempt of the same external effect: this failure came before it was in doubt,
   * and is not among the case's attempts. Its verdict speaks for all of them.
   */
  case_by_intent: z.boolean(),
  /**
   * Whether the case is known by what else came under this reference: something that conflicted with it or could not be
   * stored, or what a person reported by hand. It may be about this failure, so its doubt is told.
   */
  case_by_reference: z.boolean(),
  /** Whether the caller may open the case's page. */
  case_visible: z.boolean(),
  /** Whether the caller put the user's word before it. */
  case_reported: z.boolean(),
  /** Other failures of the same run, in the order they happened; at most 50. */
  run: z.array(runTurn),
  /** Other attempts of the same external effect, whatever their reference and run, newest first; at most 50. */
  other_attempts: z.array(z.object({ ...turn, run_id: z.string().nullable() })),
  /** The same code in the hour around: one user or everybody? */
  rate_around: z
    .object({
      code: z.string(),
      from: z.string(),
      to: z.string(),
      failures: z.int(),
      runs: z.int(),
      tenants: z.int(),
      /** Failures that name no run, or no tenant. */
      without_run: z.int(),
      without_tenant: z.int(),
      /** Twelve steps of five minutes: start, failures. */
      points: z.array(z.tuple([z.string(), z.int()])),
    })
    .nullable(),
});
export type ReportAnswer = z.output<typeof reportAnswer>;
