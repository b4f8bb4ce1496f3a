import { withoutInvisible } from "./decode-word";

/** Whether a text without white space looks like a reference, rather than like a plain word. */
export function looksLikeReference(text: string): boolean {
  return likenessOf(text) > 0;
}

const UNMISTAKABLE = 8;
const NAMED = 4;

/** How much a word looks like a reference by itself: 0 a plain word, 8 as `err_7c1f9a`. */
export function likenessOf(word: string): number {
  const text = plainOf(word);
  if (/(?:^|[^a-z])err(?:[^a-z]|[a-z]{0,3}\d)/i.test(text)) return UNMISTAKABLE;
  if (!/\d/.test(text)) return /[\p{L}\p{N}][_\-/:#][\p{L}\p{N}]/u.test(text) ? 1 : 0;
  if (/^\P{N}?\d{6,}\P{N}?$/u.test(text)) return 2;
  if (/^[^\p{L}\p{N}]*[\d.:,/\-+TZ]{1,10}[^\p{L}\p{N}]*$/u.test(text) || CLOCK.test(text)) return 1;
  return IDENTIFIER.test(text) || /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}/i.test(text) ? 4 : 2;
}

/** Letters and figures mixed, six of them at least: `7c1f9a`, ULIDs, hex. */
const IDENTIFIER = /(?=[\p{L}\d]{0,40}\d)(?=\d{0,40}\p{L})[\p{L}\d]{6}/u;
const CLOCK = /^\D?\d{1,4}[-/.:]\d\d[-/.:]\d{2,4}(?:T[\d:.+Z-]+)?\D?$/;

/** Whether what stands before a word names it: `reference err_7c1f9a`, `"reference":"…"`. */
export function isNamedBy(before: string): boolean {
  return /(?:^|[^a-z])(?:ref|reference|referenz|référence|referencia|id|code|ticket|incident|case|error_reference)[^a-z]{0,4}$/i.test(
    before.slice(-24),
  );
}

/** The place of a spot among all: likelier ones first. */
export function rankOf(text: string, named: boolean): number {
  const likeness = likenessOf(text);
  const isLink = text.includes("://");
  return (isLink ? Math.min(likeness, 1) : likeness) + (named ? NAMED : 0);
}

function plainOf(word: string): string {
  const short = word.slice(0, 300);
  return /^[ -~]*$/.test(short) ? short : withoutInvisible(short).normalize("NFKC");
}
