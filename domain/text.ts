/** What PostgreSQL refuses in text: NUL and lone surrogates. They become U+FFFD; the rest is as sent. */
export function sanitizeText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u{FFFD}") : wellFormed;
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
