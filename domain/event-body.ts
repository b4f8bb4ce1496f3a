import { z } from "zod";
import { stringifyJson } from "./json";
import type { ReportedEvent } from "./reported-event";
import { type Scrub, scrubValue } from "./scrub";
import { cutToBytes } from "./text";

const MESSAGE_BYTES = 8 * 1024;
const USER_MESSAGE_BYTES = 2 * 1024;

/** What of an event is kept as JSON beside the columns. */
export const EVENT_BODY_FIELDS = [
  "message", "user_message", "field", "received", "permitted", "precondition", "hint", "retry_after", "attributes",
] as const; // biome-ignore format: one list

/** What was sent where it is not what was stored. */
type Sent = { code_sent: string | null; class_sent: string | null; effect_sent: string | null };

/** The JSON of `events.body`: cut, scrubbed, and with what was sent where it was folded. */
export function bodyOf(reported: ReportedEvent, sent: Sent, scrub: Scrub): { text: string; cut: boolean } {
  const message = cutToBytes(reported.message ?? "", MESSAGE_BYTES);
  const userMessage = cutToBytes(reported.user_message ?? "", USER_MESSAGE_BYTES);
  const kept: Record<string, unknown> = {};
  for (const field of EVENT_BODY_FIELDS) {
    const value = reported[field];
    if (value !== undefined && value !== null) kept[field] = value;
  }
  if (reported.message) kept.message = message.text;
  if (reported.user_message) kept.user_message = userMessage.text;
  for (const [field, value] of Object.entries(sent)) if (value !== null) kept[field] = value;
  const text = stringifyJson(scrubValue(kept, scrub));
  return { text, cut: message.cut || userMessage.cut };
}

/** The JSON text of `events.body`. */
export const eventBody = z.object({
  message: z.string().optional(),
  user_message: z.string().optional(),
  field: z.string().optional(),
  received: z.unknown(),
  permitted: z.array(z.unknown()).optional(),
  precondition: z.string().optional(),
  hint: z.string().optional(),
  retry_after: z.number().optional(),
  attributes: z.record(z.string(), z.unknown()).optional(),
  code_sent: z.string().optional(),
  class_sent: z.string().optional(),
  effect_sent: z.string().optional(),
});
export type EventBody = z.infer<typeof eventBody>;
