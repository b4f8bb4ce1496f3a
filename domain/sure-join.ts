/**
 * Whether two pieces of a text, with nothing but a gap between them, are surely one word that was torn. Where a line was
 * merely at its end, the next one begins with a word of its own: of `I got err_7c1f9` and `B. Smith` nobody may read
 * `err_7c1f9B`.
 */

export type Line = { words: readonly string[]; width: number };

/** Mail, terminals and editors break at some 60 to 100 characters; what ends before was ended by a person. */
const NARROWEST_FULL = 40;
/** A line is broken where the next word no longer fits. */
const NEARLY = 8;

/** Whether a line reaches about as far as the longest of its text, so that whatever wrapped it may have torn a word. */
export function isFull({ width }: Line, widest: number): boolean {
  return width >= NARROWEST_FULL && width >= widest - NEARLY;
}

/** Letters and figures mixed, as in no word, number or quantity: `f9a` and `9a`; not `9am`, `2x`, `B12.` or `2nd`. */
export function continuesWord(piece: string, next: string): boolean {
  const bare = next.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, "");
  return /\p{L}/u.test(bare) && /\p{N}/u.test(bare) && !QUANTITY.test(bare) && isOfOneCase(piece, bare);
}

/** A word by itself that may follow anything: `Ada`, `thanks`. */
export function isPlainWord(word: string): boolean {
  return /^\p{L}{3,}\p{P}*$/u.test(word);
}

const QUANTITY =
  /^(?:\d+(?:[.,:]\d+)?(?:x|st|nd|rd|th|am|pm|h|hr|hrs|m|min|mins|s|sec|ms|d|k|kg|km|gb|mb|eur|usd)|v\d+)$/i;

/** What a line break tore has no capital behind small letters: that begins a name or a sentence. */
export function isOfOneCase(piece: string, next: string): boolean {
  const isSmall = /\p{Ll}/u.test(piece) && !/\p{Lu}/u.test(piece);
  const isLarge = /\p{Lu}/u.test(piece) && !/\p{Ll}/u.test(piece);
  return !(isSmall && /\p{Lu}/u.test(next)) && !(isLarge && /\p{Ll}/u.test(next));
}

/** Whether what stands behind the second piece shows that the word ends there. */
export const hasClearEnd = (next: string) => /[\p{L}\p{N}][)\]}"'”’»>*`]*[.,;:!?…。)\]}"”»>]+$/u.test(next);
