import { z } from "zod";
import { instantParameter } from "@/domain/filters";
import { mapping, mappingStep } from "@/domain/mapping";
import { QUARANTINE_STATES, REPLAY_MOST_ITEMS, REPLAY_OUTCOMES, REPLAY_STATES } from "@/domain/replay";
import { sanitizeText } from "@/domain/text";
import { instant } from "./access";
import { text } from "./queue-parts";

const VALUES_MAX = 100;

function anyOf<T>(each: z.ZodType<T>) {
  return z.preprocess(
    (sent) => (sent === undefined || Array.isArray(sent) ? sent : [sent]),
    z.array(each).max(VALUES_MAX).optional(),
  );
}

const name = z.string().min(1).max(200).transform(sanitizeText);
const quarantineId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const sourceId = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);

const filter = {
  state: anyOf(z.enum(QUARANTINE_STATES)),
  source: anyOf(sourceId),
  door: anyOf(name),
  reason: anyOf(name),
  field: anyOf(name),
  tool: anyOf(name),
  service: anyOf(name),
  environment: anyOf(name),
  tenant: anyOf(name),
};

/** `GET /api/v1/quarantine`: what came last first. `from` and `to` are by when it last came, half-open. */
export const quarantineQuery = z.object({
  ...filter,
  q: z
    .string()
    .max(255)
    .transform((sent) => sent.trim() || undefined)
    .optional(),
  from: instantParameter.optional(),
  to: instantParameter.optional(),
  says_unknown: z.stringbool().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export type QuarantineQuery = z.input<typeof quarantineQuery>;

/**
 * Which items: those named, or all that `GET /api/v1/quarantine` would list for the same filter. An unknown name
 * is refused: a filter that is not understood would choose more than was meant.
 */
const choose = z.union([
  z.strictObject({
    ids: z.array(z.int().min(1)).min(1).max(REPLAY_MOST_ITEMS),
  }),
  z.strictObject({
    ...filter,
    q: z
      .string()
      .max(255)
      .regex(/\S/, "must not be blank; leave it out to choose by the rest")
      .transform((sent) => sanitizeText(sent.trim()))
      .optional(),
    from: instant.optional(),
    to: instant.optional(),
    says_unknown: z.boolean().optional(),
  }),
]);

export const quarantineParams = z.object({ id: quarantineId });

export const quarantineItem = z.object({
  quarantine_id: z.int(),
  source_id: z.int(),
  source: z.string().nullable(),
  /** Where it came in: `events`, `frames`, `calls`, `recoveries`, `releases`. */
  door: z.string(),
  /** The code the producer was told, the field it named, and its words. */
  reason: z.string(),
  field: z.string().nullable(),
  detail: z.string(),
  reference: z.string().nullable(),
  tool: z.string().nullable(),
  tenant: z.string().nullable(),
  environment: z.string().nullable(),
  service: z.string().nullable(),
  event_id: z.guid().nullable(),
  /** As sent, scrubbed: JSON, or the text that could not be read as JSON. */
  payload: z.string(),
  /** Whether the payload was longer than what is kept. */
  cut: z.boolean(),
  says_unknown: z.boolean(),
  received_at: z.string(),
  last_received_at: z.string(),
  times: z.int(),
  state: z.enum(QUARANTINE_STATES),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** The event, record or report it became. */
  replayed_as: z.string().nullable(),
  note: z.string().nullable(),
  /** Why it cannot be sent again from here; null when it can. */
  not_replayable: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The case of its unknown effect, for who may see cases. */
  case_id: z.guid().nullable(),
});
export type QuarantineItem = z.output<typeof quarantineItem>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));
export const quarantineFacets = z.object({
  reason: facet,
  door: facet,
  /** By the source's id. */
  source: z.array(z.object({ value: z.string(), count: z.int(), name: z.string() })),
  tool: facet,
  field: facet,
});
export type QuarantineFacets = z.output<typeof quarantineFacets>;

export const quarantineList = z.object({
  items: z.array(quarantineItem),
  next_cursor: z.string().nullable(),
  /** How many the filter matches, and how they divide, the most frequent first; null beyond the first page. */
  total: z.int().nullable(),
  facets: quarantineFacets.nullable(),
});
export type QuarantineList = z.output<typeof quarantineList>;

/** `POST /api/v1/quarantine/preview`, `POST /api/v1/replays`. Only open items are meant. */
export const newReplay = z.object({ choose, mapping });
export type NewReplay = z.input<typeof newReplay>;
export type QuarantineChoice = NewReplay["choose"];

const judged = z.object({
  outcome: z.enum(REPLAY_OUTCOMES),
  /** What is still wrong with it. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  field: z.string().nullable(),
  /** The event, record or report it would be. */
  event_id: z.string().nullable(),
});

export const replayPreview = z.object({
  /** How many open items are chosen, exactly. */
  total: z.int(),
  /** Up to 50, what came last first, and what their door would say of each now. Nothing was stored. */
  examples: z.array(
    judged.extend({
      quarantine_id: z.int(),
      door: z.string(),
      reason: z.string(),
      before: z.string(),
      /** Null where the payload cannot be read. */
      after: z.string().nullable(),
    }),
  ),
});
export type ReplayPreview = z.output<typeof replayPreview>;

export const replay = z.object({
  replay_id: z.guid(),
  mapping: z.array(mappingStep),
  /** How the set was chosen: the filter, or `{"ids": how many}`. */
  chosen_by: z.record(z.string(), z.unknown()),
  /** `frozen` until started; then it runs to its end, whoever watches, or is stopped. */
  state: z.enum(REPLAY_STATES),
  /** Once it is over, the five outcomes sum to it. */
  total: z.int(),
  accepted: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  rejected: z.int(),
  skipped: z.int(),
  by: z.string(),
  by_id: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type Replay = z.output<typeof replay>;

export const replayDetail = replay.extend({
  /** What was not stored so far, by outcome and reason, the most frequent first. */
  not_stored: z.array(
    z.object({
      outcome: z.enum(REPLAY_OUTCOMES),
      code: z.string(),
      message: z.string(),
      count: z.int(),
    }),
  ),
});
export type ReplayDetail = z.output<typeof replayDetail>;

export const replayParams = z.object({ replay_id: z.guid().transform((id) => id.toLowerCase()) });

/** `POST /api/v1/replays/{replay_id}/start`: `count` must be the exact size of the frozen set. */
export const replayStart = z.object({ count: z.int32().min(0) });

/** `GET /api/v1/replays`: the newest first; one's own only for who is confined. */
export const replayListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});
export const replayList = z.object({ items: z.array(replay), next_cursor: z.string().nullable() });
export type ReplayList = z.output<typeof replayList>;

/** `GET /api/v1/replays/{replay_id}/items`. */
export const replayItemsQuery = z.object({
  /** `waiting`: nothing became of it yet. */
  outcome: z.enum([...REPLAY_OUTCOMES, "waiting"]).optional(),
  code: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z.string().max(200).optional(),
});
export type ReplayItemsQuery = z.input<typeof replayItemsQuery>;

export const replayItem = z.object({
  /** From 1, what was received first first. */
  position: z.int(),
  quarantine_id: z.int(),
  /** Null outside what the reader may see. */
  door: z.string().nullable(),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
  tool: z.string().nullable(),
  outcome: z.enum(REPLAY_OUTCOMES).nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  event_id: z.string().nullable(),
  at: z.string().nullable(),
});
export type ReplayItem = z.output<typeof replayItem>;
export const replayItemList = z.object({ items: z.array(replayItem), next_cursor: z.string().nullable() });
export type ReplayItemList = z.output<typeof replayItemList>;

/** `POST /api/v1/quarantine/dismissals`: `count` must be exactly how many open items are chosen. */
export const newDismissal = z.object({ choose, count: z.int32().min(1), note: text });
export type NewDismissal = z.input<typeof newDismissal>;

/** `dismissed_at` names this dismissal to `POST /api/v1/quarantine/reopenings`. */
export const dismissal = z.object({ dismissed: z.int(), dismissed_at: z.string() });
export type Dismissal = z.output<typeof dismissal>;

/** `POST /api/v1/quarantine/reopenings`: dismissed items by id, or one's own dismissal of that time. */
export const newReopening = z.union([
  z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(REPLAY_MOST_ITEMS) }),
  z.strictObject({ dismissed_at: instant }),
]);
export type NewReopening = z.input<typeof newReopening>;
export const reopening = z.object({ reopened: z.int() });
export type Reopening = z.output<typeof reopening>;
