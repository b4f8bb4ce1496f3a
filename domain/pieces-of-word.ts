import { isFragment, looksLikeReference } from "./reference-likeness";

/** What a single word may hold: strings of JSON, words amid Han text, and what was stuck together. */

const WORD_MAX = 128;
const GLUED_MAX = 6;

/** Up to where one letter case and figures go on; what is glued to it begins otherwise. */
const OURS = /err[_-][\da-z]{4,}|ERR[_-][\dA-Z]{4,}/g;
/** What files, paths and hasty typing put between words, and references hold too. */
const GLUE = /[./+(){}[\]—–→←]+/u;

/** What may have been stuck to other words: `err_7c1f9a.png`, `Referenceerr_7c1f9a`. Only ever a reason to suggest. */
export function gluedIn(word: string): string[] {
  if (word.length > WORD_MAX || word.includes("://")) return [];
  const parts = word.split(GLUE).filter(looksLikeReference);
  const found = [...(word.match(OURS) ?? []), ...parts].filter((part) => part !== word && !isFragment(part));
  return [...new Set(found)].slice(0, GLUED_MAX);
}

/** What stands around strings; and what may also stand in a reference. */
const STRONG_DELIMITERS = /[\s"“”„«»<>[\]{},;|]+/u;
const WEAK_DELIMITERS = /['`‘’()\\=&]+/u;
/** Scripts that put no space between words: a reference may stand amid them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\u3000-\u303F\u30A0-\u30FF]+/u;

/** Parts of a word, larger ones before what they are made of. */
export function piecesOf(plain: string): string[] {
  const strings = plain.split(STRONG_DELIMITERS);
  const unspaced = UNSPACED.test(plain) ? plain.split(UNSPACED) : [];
  const pieces = strings.flatMap((piece) => {
    const parts = piece.split(WEAK_DELIMITERS);
    return parts.length === 1 ? [piece] : [piece, ...parts];
  });
  return [...pieces, ...unspaced].filter((piece) => piece !== "");
}
