import { mapStrings } from "@/domain/json";
import type { LeakKind } from "@/domain/leak-kinds";
import { leaksIn } from "@/domain/leaks-in-body";
import { writeValue } from "./write-value";

/** A part of a written value; `kind` is what leaked there, null where nothing did. */
export type MarkedPart = { text: string; kind: LeakKind | null };

/** These names are search keys, which are neither masked nor looked through. */
const KEYS = new Set(["reference", "idempotency_key"]);

/** Characters that stand for nothing (Unicode "noncharacters"); a text that holds one nevertheless is not marked. */
const [OPEN, CLOSE] = ["\u{FDD0}", "\u{FDD1}"];
const LETTER: Record<LeakKind, string> = {
  trace: "t",
  path: "p",
  sql: "s",
  secret_url: "u",
  email_address: "e",
};
const KIND = new Map(Object.entries(LETTER).map(([kind, letter]) => [letter, kind as LeakKind]));

/** A value of the body as `writeValue` writes it, with what leaked set apart, also deep in objects and lists. */
export function markLeaks(field: string, value: unknown): MarkedPart[] {
  if (KEYS.has(field)) return [{ text: writeValue(value), kind: null }];
  const bracketed = mapStrings(value, (text, key) => bracket(field, text, key === null), field);
  return writeValue(bracketed)
    .split(OPEN)
    .flatMap((part, at) => (at === 0 ? [{ text: part, kind: null }] : partsOf(part)))
    .filter(({ text }) => text !== "");
}

/** Kinds of what leaked into a body, each once. */
export function kindsIn(body: Readonly<Record<string, unknown>>): LeakKind[] {
  const kinds = Object.entries(body).flatMap(([field, value]) => markLeaks(field, value));
  return [...new Set(kinds.flatMap(({ kind }) => kind ?? []))];
}

function bracket(field: string, text: string, isName: boolean): string {
  if (text.includes(OPEN) || text.includes(CLOSE))
    return text.replaceAll(OPEN, "\u{FFFD}").replaceAll(CLOSE, "\u{FFFD}");
  let bracketed = "";
  let from = 0;
  for (const { kind, start, end } of leaksIn(field, text, isName)) {
    bracketed += `${text.slice(from, start)}${OPEN}${LETTER[kind]}${text.slice(start, end)}${CLOSE}`;
    from = end;
  }
  return bracketed + text.slice(from);
}

/** What follows a mark: the kind's letter, the leak, and what stands behind it. */
function partsOf(part: string): MarkedPart[] {
  const [leak = "", behind = ""] = part.slice(1).split(CLOSE);
  return [
    { text: leak, kind: KIND.get(part.charAt(0)) ?? null },
    { text: behind, kind: null },
  ];
}
