import { z } from "zod";
import { settingsSchema } from "@/domain/settings";

const TEXT_CHARACTERS = 100_000;

/** `POST /api/v1/settings/scrubbing/trial`: rules that are left out are the installation's. */
export const scrubTrial = settingsSchema
  .pick({ scrub_email_addresses: true, scrub_card_numbers: true, scrub_rules: true })
  .partial()
  .extend({ text: z.string().max(TEXT_CHARACTERS) });
export type ScrubTrial = z.input<typeof scrubTrial>;

const kinds = z.object({
  /** A built-in kind, or `custom:` and the rule's name. */
  kind: z.string(),
  found: z.number(),
});

export const scrubTried = z.object({ text: z.string(), found: z.array(kinds) });
export type ScrubTried = z.infer<typeof scrubTried>;

/** Days of UTC, both included. */
export const scrubbedQuery = z.object({ from: z.iso.date(), to: z.iso.date() });

export const scrubbedCounts = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(kinds.extend({ source: z.string() })),
  found: z.number(),
});
export type ScrubbedCounts = z.infer<typeof scrubbedCounts>;
