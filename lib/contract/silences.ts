import { z } from "zod";
import { anyOf, eventFilters } from "@/domain/filters";
import { SILENCE_STATES } from "@/domain/silence-states";

/** `GET /api/v1/silences`: codes that have gone silent by their own rhythm, the newest silence first. */
export const silencesQuery = eventFilters
  .pick({ service: true, environment: true, tool: true, code: true })
  .extend({
    state: anyOf(z.enum(SILENCE_STATES)),
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
  });
export type SilencesQuery = z.output<typeof silencesQuery>;

/** What a judgement rests on (docs/silence.md); counts are of the code's own service and environment. */
export const silenceEvidence = z.object({
  /** How many hours in which the code would have been expected have passed without it. */
  expected: z.number(),
  /** How many have to pass before it counts as silent. */
  threshold: z.number(),
  /** The longest such stretch while it was still seen. */
  longest_before: z.number(),
  /** Hours with a failure that the rhythm was learned from, of how many days, and the failures in them. */
  active_hours: z.int(),
  learned_days: z.int(),
  failures: z.int(),
  /** Calls of the tool since, and what its own rhythm would have made; null where no calls are reported. */
  calls_since: z.number().nullable(),
  calls_expected: z.number().nullable(),
  /** Other failures of the same tool since, and those expected. */
  others_since: z.number(),
  others_expected: z.number(),
  /** Unmapped failures of the same tool since, and those expected had nothing changed. */
  unmapped_since: z.number(),
  unmapped_expected: z.number(),
});

export const silenceItem = z.object({
  silence_id: z.int(),
  tool: z.string(),
  code: z.string(),
  service: z.string().nullable(),
  environment: z.string().nullable(),
  /** Only for those confined to tenants, whose silences are judged within each tenant; else null: all tenants. */
  tenant: z.string().nullable(),
  state: z.enum(SILENCE_STATES),
  /** One sentence that says what is known and what follows. */
  why: z.string(),
  /** The end of the last quarter hour in which it was seen. */
  since: z.string(),
  /** When it was first judged silent. */
  noticed_at: z.string(),
  judged_at: z.string(),
  returned_at: z.string().nullable(),
  /** The release with which it fell silent; null where none went out at about that time. */
  release: z.string().nullable(),
  released_at: z.string().nullable(),
  release_url: z.string().nullable(),
  /** When somebody retired the code, which expects it to be silent. */
  retired_at: z.string().nullable(),
  evidence: silenceEvidence,
});
export type SilenceItem = z.output<typeof silenceItem>;

export const silencesAnswer = z.object({
  /** When the duty last judged; null: not yet. */
  judged_at: z.string().nullable(),
  items: z.array(silenceItem),
  next_cursor: z.string().nullable(),
});
export type SilencesAnswer = z.output<typeof silencesAnswer>;
