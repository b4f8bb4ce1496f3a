import type { LeakKind } from "./leak-kinds";
import { findLeaks, type Leak, maskedExample, maskLeaks, maskTraces } from "./leaks";
import { RecurringTexts } from "./recurring-texts";

/**
 * The parts of an event that its caller got, the model or the human, and what it got as code, class and effect where
 * that was folded; `attributes` are for the log.
 */
export const CALLER_FACING = [
  "message", "user_message", "field", "received", "permitted", "precondition", "hint", "code_sent", "class_sent",
  "effect_sent",
] as const; // biome-ignore format: one list

/** In place of a part: counted once for each event that leaked anything, under its first kind. */
export const WHOLE_BODY = "";

type Body = { [field in (typeof CALLER_FACING)[number]]?: unknown };

/** What leaked into a part of a body, each kind once: the first text with one, and all that leaked into that text. */
export type BodyLeak = {
  field: (typeof CALLER_FACING)[number];
  kind: LeakKind;
  text: string;
  leaks: readonly Leak[];
};

/**
 * What leaked into a text of this part. A value in `received` that is nothing but an e-mail address or a path is the
 * caller's own, handed back as the contract asks, and tells nothing of the inside. `isName`: it names a member.
 */
export function leaksIn(field: string, text: string, isName = false): Leak[] {
  const leaks = findLeaks(text);
  return field === "received" && !isName && isOwnValue(text, leaks) ? [] : leaks;
}

const NOTHING_ELSE = /^[\s"'`]*$/;

function isOwnValue(text: string, [only, ...others]: readonly Leak[]): boolean {
  if (only === undefined || others.length > 0) return false;
  if (only.kind !== "email_address" && only.kind !== "path") return false;
  return NOTHING_ELSE.test(text.slice(0, only.start)) && NOTHING_ELSE.test(text.slice(only.end));
}

/** Texts of these come again and again; messages name what they are about. */
const RECURRING: ReadonlySet<string> = new Set(["user_message", "field", "precondition", "hint"]);
const tellNothing = new RecurringTexts();

/** What leaked into what the caller got, each kind once for each part; most bodies cost one look at each text. */
export function leaksOfBody(body: Body): BodyLeak[] {
  const found: BodyLeak[] = [];
  for (const field of CALLER_FACING) {
    const value = body[field];
    if (value === undefined) continue;
    if (typeof value !== "string") eachText(value, (text, isName) => addLeaked(found, field, text, isName));
    else if (!RECURRING.has(field)) addLeaked(found, field, value, false);
    else if (!tellNothing.has(value) && !addLeaked(found, field, value, false)) tellNothing.add(value);
  }
  return found;
}

/** Answers whether anything leaked into this text. */
function addLeaked(found: BodyLeak[], field: BodyLeak["field"], text: string, isName: boolean): boolean {
  const leaks = leaksIn(field, text, isName);
  for (const { kind } of leaks)
    if (!found.some((known) => known.field === field && known.kind === kind))
      found.push({ field, kind, text, leaks });
  return leaks.length > 0;
}

/** Where it leaked, masked: made only of what is kept, since it costs more than finding it did. */
export function exampleOf({ text, leaks, kind }: BodyLeak): string {
  return maskedExample(text, leaks, kind);
}

/**
 * The body, or the copy of an event, with what leaked masked in what the caller got. For readers who may not see
 * frames: what leaked was meant for the log (CONTRACT "Frames"), and a value handed back is an argument, which is
 * masked for them as well.
 */
export function maskBody<Masked extends object>(body: Masked): Masked {
  let masked = body;
  for (const field of CALLER_FACING) {
    const value: unknown = Reflect.get(body, field);
    const clean = maskValue(value, maskLeaks);
    if (clean !== value) masked = { ...masked, [field]: clean };
  }
  return masked;
}

/** Arguments with the stack traces in them masked, for those who may see arguments and no frames. */
export function maskArguments<Arguments>(sent: Arguments): Arguments {
  return maskValue(sent, maskTraces) as Arguments;
}

type Mask = (text: string) => string;

/** Any JSON value with the texts in it masked, names of members too; what nothing leaked into is not copied. */
function maskValue(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => maskValue(item, mask));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const entries = Object.entries(value);
  const names = maskedNames(
    entries.map(([name]) => name),
    mask,
  );
  const clean = entries.map(([name, member], at) => [names[at] ?? name, maskValue(member, mask)] as const);
  return clean.some(([name, member], at) => name !== entries[at]?.[0] || member !== entries[at]?.[1])
    ? Object.fromEntries(clean)
    : value;
}

/** Names that read alike once they are masked are numbered (`[path]`, `[path] 2`), so that no member is dropped. */
function maskedNames(names: readonly string[], mask: Mask): string[] {
  const masked = names.map(mask);
  const taken = new Set(masked.filter((name, at) => name === names[at]));
  const last = new Map<string, number>();
  return masked.map((name, at) => {
    if (name === names[at]) return name;
    let number = last.get(name) ?? 0;
    let free = name;
    do {
      number += 1;
      free = number === 1 ? name : `${name} ${number}`;
    } while (taken.has(free));
    last.set(name, number);
    taken.add(free);
    return free;
  });
}

function eachText(value: unknown, look: (text: string, isName: boolean) => void): void {
  if (typeof value === "string") look(value, false);
  else if (Array.isArray(value)) for (const item of value) eachText(item, look);
  else if (typeof value === "object" && value !== null)
    for (const [name, member] of Object.entries(value)) {
      look(name, true);
      eachText(member, look);
    }
}
