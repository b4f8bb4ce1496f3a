import { z } from "zod";
import { anyOf, instantParameter } from "@/domain/filters";
import { QUARANTINE_STATES, REPLAY_MOST_ITEMS } from "@/domain/replay";
import { sanitizeText } from "@/domain/text";
import { instant } from "./access";
import { searchInBody, text } from "./queue-parts";

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
export const quarantineChoice = z.union([
  z.strictObject({
    ids: z.array(z.int().min(1)).min(1).max(REPLAY_MOST_ITEMS),
  }),
  z.strictObject({
    ...filter,
    q: searchInBody,
    from: instant.optional(),
    to: instant.optional(),
    says_unknown: z.boolean().optional(),
  }),
]);

export type QuarantineChoice = z.input<typeof quarantineChoice>;

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

/** `POST /api/v1/quarantine/dismissals`: `count` must be exactly how many open items are chosen. */
export const newDismissal = z.object({ choose: quarantineChoice, count: z.int32().min(1), note: text });
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
