import { z } from "zod";
import { EVENT_CLASSES } from "@/domain/event-class";
import { eventFilters } from "@/domain/filters";
import { timeZone } from "@/domain/settings";
import { isPlainName, sanitizeText } from "@/domain/text";
import { CODE_SHAPES, GROUP_KINDS } from "@/domain/unmapped-group";

const filters = eventFilters.pick({
  service: true,
  environment: true,
  tenant: true,
  tool: true,
  release: true,
});

/** `GET /api/v1/unmapped/worklist`: the range is widened to whole hours; left out: the last day. */
export const worklistQuery = filters.extend({ from: eventFilters.shape.from, to: eventFilters.shape.to });
export type WorklistQuery = z.output<typeof worklistQuery>;

export const groupMark = z.object({
  code: z.string(),
  /** From which release on; null: from the moment it was marked. */
  release: z.string().nullable(),
  marked_at: z.string(),
  marked_by: z.string(),
});

export const worklistGroup = z.object({
  group_id: z.string(),
  /** `frames`: tool and kind of exception. `plain`: no frames were sent. `malformed`: the code was no code. */
  kind: z.enum(GROUP_KINDS),
  tool: z.string(),
  /** Whether the tool writes, as a person declared it. */
  writes: z.boolean().nullable(),
  /** Where no frames were sent. */
  code: z.string().nullable(),
  /** Where the code was no code: what was sent in its place. */
  shape: z.enum(CODE_SHAPES).nullable(),
  /** Null for who may not see frames. */
  exception_type: z.string().nullable(),
  top_frame: z.string().nullable(),
  language: z.string().nullable(),
  /** Failures in the range. */
  events: z.int(),
  /** Which class was guessed how often, most often first. */
  classes: z.array(z.object({ class: z.enum(EVENT_CLASSES), events: z.int() })),
  /** Of all failures: so much lower would the unmapped share be. Null when nothing failed. */
  share: z.number().nullable(),
  /** Failures that invite a repeat and carry no idempotency key. */
  unsafe: z.int(),
  /** Failures over the range, oldest first, at most 48 steps of equal length. */
  points: z.array(z.int()),
  /** At all, as long as events are kept. */
  first_seen_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  /** The newest in the range; null where there is none. */
  example_reference: z.string().nullable(),
  example_event_id: z.string().nullable(),
  mark: groupMark.nullable(),
  /** Where it came back although it was marked. */
  returned: z.object({ at: z.string(), release: z.string().nullable() }).nullable(),
});
export type WorklistGroup = z.output<typeof worklistGroup>;

export const worklistAnswer = z.object({
  from: z.string(),
  to: z.string(),
  totals: z.object({
    failures: z.int(),
    unmapped: z.int(),
    /** Null when nothing failed. */
    unmapped_share: z.number().nullable(),
    /** Of the unmapped, those in groups; the rest came in the last seconds. */
    grouped: z.int(),
  }),
  /** Whether exception types and frames are shown to the caller. */
  shows_frames: z.boolean(),
  /** How many groups there are in the range; more than `items` has when the list is cut. */
  groups: z.int(),
  /** By what mapping them takes away, at most 300; those whose mark holds are not among them. */
  items: z.array(worklistGroup),
  /** Groups whose mark holds, the newest mark first. */
  mapped: z.array(worklistGroup),
});
export type WorklistAnswer = z.output<typeof worklistAnswer>;

/** `GET /api/v1/unmapped/burn-down`: whole days of the zone; left out: the last 30. */
export const burnDownQuery = worklistQuery.extend({ tz: timeZone.optional() });
export type BurnDownQuery = z.output<typeof burnDownQuery>;

export const burnDownAnswer = z.object({
  from: z.string(),
  to: z.string(),
  tz: z.string(),
  days: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      /** Groups that turned up on this day. */
      seen: z.int(),
      /** Groups that turned up within seven days up to then and are not marked as mapped. */
      left: z.int(),
      /** Marks by then that hold. */
      mapped: z.int(),
    }),
  ),
});
export type BurnDownAnswer = z.output<typeof burnDownAnswer>;

export const groupParams = z.object({ group_id: z.guid() });

/** `PUT /api/v1/unmapped/groups/{group_id}/mark` */
export const markBody = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^[a-z][a-z0-9_.]{0,99}$/, "must be a token such as card_declined")
    .meta({ example: "card_declined" }),
  /** From which release on. Left out or blank: from now on. */
  release: z
    .string()
    .max(200)
    .nullable()
    .optional()
    .transform((sent) => sanitizeText((sent ?? "").trim()) || null)
    .refine((sent) => sent === null || isPlainName(sent), "must be on one line"),
});
export type MarkBody = z.input<typeof markBody>;
