import { z } from "zod";
import { mapping, mappingStep } from "@/domain/mapping";
import { REPLAY_OUTCOMES, REPLAY_STATES } from "@/domain/replay";
import { quarantineChoice } from "./quarantine";

/** `POST /api/v1/quarantine/preview`, `POST /api/v1/replays`. Only open items are meant. */
export const newReplay = z.object({ choose: quarantineChoice, mapping });
export type NewReplay = z.input<typeof newReplay>;

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
