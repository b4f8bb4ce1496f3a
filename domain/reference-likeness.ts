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

/** Whether what stands before a word calls it a reference, so that even a short one may be opened. */
export function isReferenceLabel(before: string): boolean {
  return /(?:^|[^a-z])(?:ref|reference|referenz|référence|referencia)[^\p{L}\p{N}]{0,4}$/iu.test(
    before.slice(-24),
  );
}

/** Too short a piece of a larger word to mean anything by itself: the `b` of `\berr_7c1f9a\b`. */
export function isFragment(text: string): boolean {
  return bareOf(text).length < 4;
}

/** In running text: one or two letters, or a number of up to three figures, such as `3` of `3 times`. */
export function isShort(text: string): boolean {
  const bare = bareOf(text);
  if (/\p{L}/u.test(bare) && /\p{N}/u.test(bare)) return false;
  return bare.length < 3 || /^\p{N}{3}$/u.test(bare);
}

const bareOf = (text: string) => text.slice(0, 40).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");

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
