import { z } from "zod";
import { stringifyJson } from "./json";
import { withLookAhead, withoutLookAhead } from "./look-ahead";
import type { ReportedEvent } from "./reported-event";
import { type Scrub, scrubValue } from "./scrub";
import { cutToBytes } from "./text";

const MESSAGE_BYTES = 8 * 1024;
const USER_MESSAGE_BYTES = 2 * 1024;
const SENT_CHARACTERS = 200;

/** What of an event is kept as JSON beside the columns. */
export const EVENT_BODY_FIELDS = [
  "message", "user_message", "field", "received", "permitted", "precondition", "hint", "retry_after", "attributes",
] as const; // biome-ignore format: one list

/** What was sent where it is not what was stored, at whatever length. */
type Sent = { code_sent: string | null; class_sent: string | null; effect_sent: string | null };

type Cut = { text: string; cut: boolean };

/** The most that is kept of a field, in characters or bytes, and how it is cut to that. */
type Limit = [field: string, most: number, cutTo: (text: string, most: number) => Cut];
const LIMITS: readonly Limit[] = [
  ["message", MESSAGE_BYTES, cutToBytes],
  ["user_message", USER_MESSAGE_BYTES, cutToBytes],
  ["code_sent", SENT_CHARACTERS, cutToCharacters],
  ["class_sent", SENT_CHARACTERS, cutToCharacters],
  ["effect_sent", SENT_CHARACTERS, cutToCharacters],
];

function cutToCharacters(text: string, most: number): Cut {
  return { text: text.slice(0, most).toWellFormed(), cut: text.length > most };
}

type Reported = { [field in (typeof EVENT_BODY_FIELDS)[number]]?: ReportedEvent[field] };

/** The JSON of `events.body`: scrubbed, then cut, and with what was sent where it was folded. */
export function bodyOf(reported: Reported, sent: Sent, scrub: Scrub): { text: string; cut: boolean } {
  const kept: Body = {};
  for (const field of EVENT_BODY_FIELDS) {
    const value = reported[field];
    if (value !== undefined && value !== null) kept[field] = value;
  }
  for (const [field, value] of Object.entries(sent)) if (value !== null) kept[field] = value;
  const { body, cut } = cutAfterScrubbing(kept, scrub);
  return { text: stringifyJson(body), cut };
}

type Body = Record<string, unknown>;

/** `cut`: whether a message was. A credential across a limit is hidden before it could be cut in two. */
function cutAfterScrubbing(kept: Body, scrub: Scrub): { body: Body; cut: boolean } {
  const ahead = { ...kept };
  for (const [field, most] of LIMITS) {
    const text = kept[field];
    if (typeof text === "string") ahead[field] = withLookAhead(text, most);
  }
  const body = { ...(scrubValue(ahead, scrub) as Body) };
  let messageCut = false;
  for (const [field, most, cutTo] of LIMITS) {
    const [text, original] = [body[field], kept[field]];
    if (typeof text !== "string" || typeof original !== "string") continue;
    const left = withoutLookAhead(text, original, most);
    const { text: fits, cut } = cutTo(left, most);
    body[field] = fits;
    if (cutTo === cutToBytes && (cut || left !== text)) messageCut = true;
  }
  return { body, cut: messageCut };
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
