import { z } from "zod";
import { ATTEMPT_FINDINGS } from "@/domain/attempt-finding";
import { EFFECTS } from "@/domain/effect";

export const attempt = z.object({
  /** Names it within Errata: no other id is there for what a person reported. */
  attempt_id: z.int(),
  /** Null where a person reported it. */
  event_id: z.string().nullable(),
  reference: z.string().nullable(),
  occurred_at: z.string(),
  received_at: z.string(),
  tool: z.string().nullable(),
  code: z.string(),
  class: z.string(),
  effect: z.enum(EFFECTS).nullable(),
  run_id: z.string().nullable(),
  call_id: z.string().nullable(),
  arguments_hash: z.string().nullable(),
  /** Why the item could not be stored as an event; null for a readable one. */
  unreadable: z.string().nullable(),
  /** The copy of its event; only with a single case. */
  snapshot: z.record(z.string(), z.unknown()).optional(),
  /** What a person found of this one attempt. */
  found: z.enum(ATTEMPT_FINDINGS).nullable(),
  found_external_id: z.string().nullable(),
  found_note: z.string().nullable(),
  found_by: z.string().nullable(),
  found_at: z.string().nullable(),
});
export type Attempt = z.output<typeof attempt>;
