import { stringifyJson } from "./json";
import { type BodyLeak, leaksOfBody } from "./leaks-in-body";
import { withLookAhead, withoutLookAhead } from "./look-ahead";
import type { ReportedEvent } from "./reported-event";
import { scrubRecurring } from "./scrub/scrub-recurring";
import { type Scrub, scrubUnder, scrubValue } from "./scrub/scrub-value";
import { cutToBytes } from "./text";

/** The most that is kept of a text, in bytes of UTF-8; what is longer is cut and marked. */
export const EVENT_TEXT_BYTES = { message: 8 * 1024, user_message: 2 * 1024 } as const;
const SENT_CHARACTERS = 200;

/** What of an event is kept as JSON beside the columns. */
export const EVENT_BODY_FIELDS = [
  "message", "user_message", "field", "received", "permitted", "precondition", "hint", "retry_after", "attributes",
] as const; // biome-ignore format: one list

/** What was sent where it is not what was stored, at whatever length. */
type Sent = { code_sent: string | null; class_sent: string | null; effect_sent: string | null };

type Cut = { text: string; cut: boolean };

/** The most that is kept of a field, in characters or bytes, and how it is cut to that. */
type Limit = { most: number; cutTo: (text: string, most: number) => Cut };
const SENT: Limit = { most: SENT_CHARACTERS, cutTo: cutToCharacters };
const LIMITS: { readonly [field in keyof Body]?: Limit } = {
  message: { most: EVENT_TEXT_BYTES.message, cutTo: cutToBytes },
  user_message: { most: EVENT_TEXT_BYTES.user_message, cutTo: cutToBytes },
  code_sent: SENT,
  class_sent: SENT,
  effect_sent: SENT,
};

function cutToCharacters(text: string, most: number): Cut {
  return { text: text.slice(0, most).toWellFormed(), cut: text.length > most };
}

/** Texts of these come again and again. */
const RECURRING: ReadonlySet<string> = new Set(["field", "precondition", "hint"]);

type Reported = { [field in (typeof EVENT_BODY_FIELDS)[number]]?: ReportedEvent[field] };

/**
 * The JSON of `events.body`: scrubbed, then cut, and with what was sent where it was folded. Each field is scrubbed by
 * itself: none of these names says anything of its value, but what `field` says names `received` and `permitted`.
 */
export function bodyOf(
  reported: Reported,
  sent: Sent,
  scrub: Scrub,
): { text: string; cut: boolean; leaks: readonly BodyLeak[] } {
  const body: Body = {};
  let cut = false;
  for (const field of EVENT_BODY_FIELDS)
    cut = keep(body, field, reported[field], scrub, reported.field) || cut;
  for (const field of SENT_FIELDS) keep(body, field, sent[field], scrub);
  return { text: stringifyJson(body), cut, leaks: leaksOfBody(body) };
}

const SENT_FIELDS = ["code_sent", "class_sent", "effect_sent"] as const;
type Body = { [field in (typeof EVENT_BODY_FIELDS)[number] | (typeof SENT_FIELDS)[number]]?: unknown };

/** Answers whether it was cut. A credential across a limit is hidden before it could be cut in two. */
function keep(body: Body, field: keyof Body, value: unknown, scrub: Scrub, named?: unknown): boolean {
  if (value === undefined || value === null) return false;
  const limit = LIMITS[field];
  if (limit === undefined || typeof value !== "string") {
    if (field === "received" || field === "permitted") body[field] = scrubUnder(named, field, value, scrub);
    else if (typeof value === "string" && RECURRING.has(field)) body[field] = scrubRecurring(value, scrub);
    else body[field] = scrubValue(value, scrub);
    return false;
  }
  const scrubbed = String(scrubValue(withLookAhead(value, limit.most), scrub));
  const left = withoutLookAhead(scrubbed, value, limit.most);
  const { text, cut } = limit.cutTo(left, limit.most);
  body[field] = text;
  return cut || left !== scrubbed;
}

/** What the JSON text of `events.body` holds; written by `bodyOf` alone, so that it is read without being judged again. */
export type EventBody = {
  message?: string | undefined;
  user_message?: string | undefined;
  field?: string | undefined;
  received?: unknown;
  permitted?: unknown[] | undefined;
  precondition?: string | undefined;
  hint?: string | undefined;
  retry_after?: number | undefined;
  attributes?: Record<string, unknown> | undefined;
  code_sent?: string | undefined;
  class_sent?: string | undefined;
  effect_sent?: string | undefined;
};
