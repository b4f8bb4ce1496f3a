/** What PostgreSQL refuses in text: NUL and lone surrogates. They become U+FFFD; the rest is as sent. */
export function sanitizeText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u{FFFD}") : wellFormed;
}

/** Spaces of any kind, controls, and what takes no ink: characters of no width, fillers, variation selectors, an empty Braille cell. */
const INKLESS = /^[\s\p{Cc}\p{Cf}\p{Z}\p{DI}\u2800]*$/u;

/** Whether nothing in a text is seen: it says nothing, though it is not empty. */
export function isBlank(text: string): boolean {
  return INKLESS.test(text);
}

/** The text cut to at most `limit` UTF-8 bytes, never inside a character. */
export function cutToBytes(text: string, limit: number): { text: string; cut: boolean } {
  if (text.length * 3 <= limit) return { text, cut: false };
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= limit) return { text, cut: false };
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { text: new TextDecoder().decode(bytes.subarray(0, end)), cut: true };
}

/** Controls, other line ends, halves of characters, and what turns the reading direction: `\u202Egpj.exe` reads `exe.jpg`. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Whether a name stays on one line, and reads as it is stored. */
export function isPlainName(text: string): boolean {
  return !NOT_IN_NAMES.test(text);
}
