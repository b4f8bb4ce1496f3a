/**
 * Reads references out of whatever people paste: a sentence, an e-mail, a URL, JSON, a screenshot's text.
 * Any producer's references count, so nothing is assumed but that they hold no white space. What is removed
 * here is lossless (CONTRACT "Reading"): white space, invisible characters, quotes, punctuation around it,
 * full-width forms, percent-encoding. Case, separators and look-alikes are for the search.
 */

export type Candidate = {
  /** The same place in the text, most literal reading first: the first that exists is meant. */
  readings: string[];
  /** The candidate this one is a part of: where that one exists, its parts are not meant. */
  parent: number | null;
};

export const CANDIDATES_MAX = 50;
const REFERENCE_MAX = 128;
/** Longer words are no references and no links worth taking apart. */
const WORD_MAX = 4_000;
const JOINED_WORDS_MAX = 4;
const NESTED_LINKS_MAX = 3;

const WHITE_SPACE = /[^\S\u{FEFF}]+/u;
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/gu;
const AROUND = /^[\p{P}\p{S}]$/u;
const DELIMITERS = /[\s"'`“”„‘’«»<>()[\]{},;|\\=&]+/u;

/** At most 50 candidates, likeliest first: what looks like a reference before what is just a word. */
export function readCandidates(text: string): Candidate[] {
  // What PostgreSQL refuses in text is in no stored reference.
  const words = text
    .replaceAll("\0", "")
    .toWellFormed()
    .split(WHITE_SPACE)
    .filter((word) => word !== "" && word.length <= WORD_MAX);
  const ranked = words
    .map((word, index) => ({ word, index, likeness: likenessOf(word) }))
    .sort((a, b) => b.likeness - a.likeness || a.index - b.index);
  const collected = new Collector();
  const joined = words.length > 1 && words.length <= JOINED_WORDS_MAX ? words.join("") : null;
  for (const { word, likeness } of ranked) {
    if (likeness === 0 && joined !== null) continue;
    collectWord(collected, word, null);
  }
  // "err_7c1 f9a": a reference holds no white space, so closing the gap loses nothing.
  if (joined !== null) collectWord(collected, joined, null);
  for (const { word, likeness } of ranked) if (likeness === 0) collectWord(collected, word, null);
  return collected.candidates;
}

class Collector {
  readonly candidates: Candidate[] = [];
  readonly #seen = new Set<string>();

  /** The candidate's index, or the parent's where nothing new was read. */
  add(readings: readonly string[], parent: number | null): number | null {
    const fresh = [...new Set(readings)].filter(
      (reading) => reading !== "" && reading.length <= REFERENCE_MAX && !this.#seen.has(reading),
    );
    if (fresh.length === 0 || this.candidates.length >= CANDIDATES_MAX) return parent;
    for (const reading of fresh) this.#seen.add(reading);
    return this.candidates.push({ readings: fresh, parent }) - 1;
  }
}

/** Whether a text without white space looks like a reference, rather than like a plain word. */
export function looksLikeReference(text: string): boolean {
  return likenessOf(text) > 0;
}

/** How much a word looks like a reference: 3 as `err_7c1f9a`, 2 with digits, 1 with a separator, 0 a plain word. */
function likenessOf(word: string): number {
  if (/err[_-]\w/i.test(word)) return 3;
  if (/\d/.test(word)) return 2;
  return /\w[_\-/:#]\w/.test(word) ? 1 : 0;
}

/** A word and what it may hold: a link's parts, the sides of `reference=…`, the strings of JSON. */
function collectWord(collected: Collector, word: string, above: number | null, depth = 0): void {
  const parent = collected.add(readingsOf(word), above);
  const plain = withoutInvisible(word);
  for (const part of linkParts(plain)) {
    if (depth < NESTED_LINKS_MAX) collectWord(collected, part, parent, depth + 1);
  }
  for (const part of plain.split(DELIMITERS)) {
    if (part === "" || part === plain) continue;
    const piece = collected.add(readingsOf(part), parent);
    for (const link of depth < NESTED_LINKS_MAX ? linkParts(part) : []) {
      collectWord(collected, link, piece, depth + 1);
    }
    collectSides(collected, part, piece);
  }
  collectSides(collected, plain, parent);
}

/** `reference:err_7c1f9a` and `ref#7c1f9a`; what a link is made of is read as a link. */
function collectSides(collected: Collector, word: string, parent: number | null): void {
  if (word.includes("://")) return;
  const sides = word.split(/[:#?]/);
  if (sides.length < 2) return;
  for (const side of sides.reverse()) collected.add(readingsOf(side), parent);
}

function readingsOf(word: string): string[] {
  const visible = withoutInvisible(word);
  const literal = [word, visible, trimAround(visible, "_-"), trimAround(visible, "")];
  return [...literal, ...literal.map((reading) => reading.normalize("NFKC"))];
}

const withoutInvisible = (word: string) => word.replace(INVISIBLE, "");

/** Without the punctuation and symbols around it, except these; a loop, as a regular expression would backtrack. */
function trimAround(word: string, keep: string): string {
  const characters = Array.from(word);
  const goes = (character: string | undefined) =>
    character !== undefined && AROUND.test(character) && !keep.includes(character);
  let [start, end] = [0, characters.length];
  while (start < end && goes(characters[start])) start += 1;
  while (end > start && goes(characters[end - 1])) end -= 1;
  return characters.slice(start, end).join("");
}

/** The decoded fragment, query values and path segments of a link, the likeliest places first. */
function linkParts(word: string): string[] {
  const start = word.search(/https?:\/\//i);
  const isPath = word.startsWith("/");
  if (start < 0 && !isPath) return /%[0-9a-f]{2}/i.test(word) ? [decode(word)] : [];
  const link = trimAround(start < 0 ? word : word.slice(start), "/#%?=&_-+~");
  const [beforeHash = "", ...hash] = link.split("#");
  const [address = "", ...query] = beforeHash.split("?");
  const path = address.replace(/^https?:\/\/[^/]*/i, "");
  const segments = path.split("/").filter((segment) => segment !== "");
  const afterNoun = /\/(?:references|r)\/(.+)$/.exec(path)?.[1] ?? "";
  const values = [...query.join("?").split("&"), ...hash.join("#").split("&")].flatMap((pair) => [
    pair.replaceAll("+", " ").slice(pair.indexOf("=") + 1),
    pair.slice(pair.indexOf("=") + 1),
  ]);
  return [afterNoun, ...segments.reverse(), ...values].filter((part) => part !== "").map(decode);
}

/** Percent-decoded; as it is where that makes no text. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
