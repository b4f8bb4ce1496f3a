import type { Span } from "./leak";

/** An escaped `/`, `@` or `\\`, by which a path or an address is told. */
const TELLING = /%(?:25)?(?:2F|40|5C)/i;
const WORD = /(?:[^\s"'<>=&?;,()[\]]|\[redacted\]|\[e-mail\]|\[card\])+/g;
const ESCAPED = /%([2-7][0-9A-Fa-f])/g;

/** Whether a text may hold a path or an address that is percent-encoded. */
export function mayHoldEscapedLeak(text: string): boolean {
  return text.includes("%") && TELLING.test(text);
}

/** The words of a text that hold something percent-encoded, perhaps twice, and how they are read. */
export function escapedIn(text: string): (Span & { read: string })[] {
  const found: (Span & { read: string })[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    if (!TELLING.test(word)) continue;
    found.push({ start: index, end: index + word.length, read: decoded(decoded(word)).replaceAll("%", " ") });
  }
  return found;
}

function decoded(word: string): string {
  return word.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
