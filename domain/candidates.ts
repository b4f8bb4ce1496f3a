import {
  decodeEntities,
  decodeWord,
  ENCODED_MAX,
  peelWord,
  withoutInvisible,
  withoutTags,
} from "./decode-word";
import { gluedIn, piecesOf } from "./pieces-of-word";
import { readWords, type Word, wordsOf } from "./read-words";
import { isFragment, isNamedBy, isReferenceLabel, isShort, likenessOf, rankOf } from "./reference-likeness";
import { type LinkPart, splitLink } from "./split-links";
import { withoutControls } from "./terminal-text";

/**
 * Reads references out of whatever people paste: a sentence, an e-mail, a URL, JSON, a screenshot's text. Any producer's
 * references count, so nothing is assumed but that they hold no white space. What is removed here is lossless (CONTRACT
 * "Reading"): white space, invisible characters, punctuation around it, and what mail, chat, HTML and links put in its
 * place. Case, separators and look-alikes are for the search.
 */

export type Candidate = {
  /** The same place in the text, most literal reading first: the first that exists is meant. Never empty. */
  readings: string[];
  /** The candidate this one is a part of: where that one exists, its parts are not meant. */
  parent: number | null;
  /** Put together from neighbours in running text: a reason to suggest something, never to open it. */
  torn: boolean;
  /** Put together over the end of a line or a blank, which may be one between two words: it opens nothing by itself. */
  unsure: boolean;
  /** Whether it is all of the text. */
  alone: boolean;
  /** What stands right before it, such as `run_id:`; empty where nothing does. */
  label: string;
};

export const CANDIDATES_MAX = 50;
const TORN_MAX = 30;
export const READINGS_MAX = 400;
const READINGS_EACH = 40;
const REFERENCE_MAX = 128;
const NESTED_LINKS_MAX = 4;
const SIDES_MAX = 6;
const OF_A_SIDE = 1;
/** Places in the text that are ranked; the 20,000 characters that may be pasted hold no more words than that. */
const SPOTS_MAX = 12_000;

/** What a text is looked up by, and how many places that look like a reference were one too many. */
export type Pasted = { candidates: Candidate[]; left_out: number };

/** At most 50 candidates, likeliest first: what looks like a reference before what is just a word. */
export function readCandidates(text: string): Candidate[] {
  return readPasted(text).candidates;
}

export function readPasted(text: string): Pasted {
  // What PostgreSQL refuses in text is in no stored reference.
  const words = readWords(withoutControls(text.replaceAll("\0", "").toWellFormed()));
  const spots = new Spots();
  const isOneWord = words.length === 1;
  for (const word of words)
    if (isOneWord || word.how !== "whole" || isWorthy(word)) spots.addWord(word, isOneWord);
  return choose(spots.all);
}

/** A place in the text that may be a reference; `joined`: put together over a gap of the text. */
type Spot = { text: string; parent: number | null; rank: number; joined: boolean } & Pick<
  Candidate,
  "torn" | "unsure" | "alone" | "label"
>;

type Place = {
  named: boolean;
  parent: number | null;
  /** What our own link says is a reference, however short. */
  whole?: boolean;
  torn?: boolean;
  unsure?: boolean;
  joined?: boolean;
  alone?: boolean;
  label?: string | undefined;
  doubt?: number;
};

class Spots {
  readonly all: Spot[] = [];
  readonly #seen = new Map<string, number>();

  addWord({ text, before, how, doubt }: Word, alone: boolean): void {
    const unsure = how === "perhaps";
    const place = { torn: how === "torn", unsure, joined: unsure || how === "joined", alone, doubt };
    const at = this.#add(text, { ...place, named: isNamedBy(before), parent: null, label: before });
    if (how !== "torn") this.#split(text, at, 0);
  }

  /** The spot's index; the parent's where it is known already or too much. */
  #add(text: string, place: Place): number | null {
    const { named, parent, torn = false, alone = false, label = "", doubt = 0 } = place;
    const above = parent === null ? undefined : this.all[parent];
    const joined = place.joined ?? above?.joined === true;
    const unsure = place.unsure ?? above?.unsure === true;
    if (text === "" || text.length > ENCODED_MAX) return parent;
    const seen = this.#seen.get(text);
    if (seen !== undefined) {
      if (!torn && !unsure) this.#assure(seen, { parent, alone, label, joined });
      return parent;
    }
    if (this.all.length >= SPOTS_MAX) return parent;
    if (parent !== null && !place.whole && isFragment(text) && !isReferenceLabel(label)) return parent;
    const rank = rankOf(text, named) - doubt;
    this.#seen.set(text, this.all.length);
    return this.all.push({ text, parent, rank, joined, torn, unsure, alone, label }) - 1;
  }

  /** What was read by a guess at first stands in the text by itself as well. */
  #assure(at: number, place: Pick<Spot, "parent" | "alone" | "label" | "joined">): void {
    const spot = this.all[at];
    // A part never comes before what it is a part of.
    if (spot === undefined || !(spot.torn || spot.unsure) || (place.parent ?? -1) >= at) return;
    Object.assign(spot, place, { torn: false, unsure: false });
  }

  /** What a word may hold: a link's parts, the sides of `reference=…`, the strings of JSON, words within Han text. */
  #split(text: string, at: number | null, depth: number): void {
    const plain = withoutInvisible(text);
    this.#splitLinks(splitLink(plain), at, depth);
    // What stands before an entity is no whole one.
    const pieces = piecesOf(decodeEntities(plain));
    let label = "";
    for (const piece of pieces) {
      const isWhole = piece === plain;
      const part = isWhole ? at : this.#add(piece, { named: isNamedBy(label), parent: at, label });
      if (!isWhole) this.#splitLinks(splitLink(piece), part, depth);
      this.#addSides(piece, part);
      if (/[\p{L}\p{N}]/u.test(piece)) label = piece;
    }
    this.#addSides(plain, at);
    for (const part of gluedIn(plain)) this.#add(part, { named: false, parent: at, torn: true });
  }

  #splitLinks(parts: readonly LinkPart[], at: number | null, depth: number): void {
    if (depth >= NESTED_LINKS_MAX) return;
    for (const { text, named, label } of parts) {
      const words = wordsOf(withoutTags(text));
      if (words.length > 1) this.#addWords(words, { named, parent: at, label }, depth);
      const unsure = words.length > 1 ? { unsure: true, joined: true } : {};
      const whole = named && label === undefined;
      const part = this.#add(text, { named, parent: at, label, whole, ...unsure });
      // Known already: whatever it holds was split then.
      if (part !== at) this.#split(text, part, depth + 1);
    }
  }

  /** The words of what a link's value says: the body of a mail, a search. */
  #addWords(words: readonly string[], { named, parent, label }: Place, depth: number): void {
    words.forEach((text, index) => {
      const before = words.slice(Math.max(0, index - 3), index).join(" ");
      const isNamed = index === 0 ? named : isNamedBy(before);
      const part = this.#add(text, { named: isNamed, parent, label: before || label });
      if (part !== parent) this.#split(text, part, depth + 1);
    });
  }

  /** `reference:err_7c1f9a` and `ref#7c1f9a`; what a link is made of is read as a link. */
  #addSides(text: string, at: number | null): void {
    if (text.includes("://")) return;
    const marks = [...text.matchAll(/[:#?]/g)].slice(0, SIDES_MAX).map(({ index }) => index);
    marks.forEach((mark, order) => {
      const label = text.slice(0, mark);
      const side = { named: isNamedBy(label), parent: at, label, doubt: OF_A_SIDE };
      this.#add(text.slice(mark + 1), side);
      this.#add(text.slice(mark + 1, marks[order + 1]), side);
      if (order === 0) this.#add(label, { ...side, named: false, label: "" });
    });
  }
}

/** One letter or a short number in running text is a word like others, unless it is called a reference. */
const isWorthy = ({ text, before }: Word) => !isShort(text) || isReferenceLabel(before);

/** The likeliest spots as candidates, what may be torn last, so that it takes no reading from a whole one; what a chosen spot is a part of is its nearest chosen ancestor. */
function choose(spots: readonly Spot[]): Pasted {
  const ranked = spots
    .map((spot, at) => ({ spot, at }))
    .sort((a, b) => +a.spot.torn - +b.spot.torn || b.spot.rank - a.spot.rank || a.at - b.at);
  const seen = new Set<string>();
  const chosen: { spot: Spot; readings: string[] }[] = [];
  const places = new Map<number, number>();
  const counts = { whole: 0, torn: 0 };
  for (const { spot, at } of ranked) {
    const kind = spot.torn ? "torn" : "whole";
    if (counts[kind] >= (spot.torn ? TORN_MAX : CANDIDATES_MAX) || seen.size >= READINGS_MAX) continue;
    const readings = readingsOf(spot.text).filter((reading) => !seen.has(reading));
    if (readings.length === 0) continue;
    for (const reading of readings) seen.add(reading);
    counts[kind] += 1;
    places.set(at, chosen.push({ spot, readings }) - 1);
  }
  const candidates = chosen.map(({ spot, readings }) => ({
    readings,
    parent: chosenAncestor(spots, spot, places),
    torn: spot.torn,
    unsure: spot.unsure,
    alone: spot.alone,
    label: spot.label,
  }));
  return { candidates, left_out: countLeftOut(spots, places, seen) };
}

const LIKELY = 2;

/** Places that look like a reference, by the smallest that does, of which neither they nor what holds them was chosen. */
function countLeftOut(
  spots: readonly Spot[],
  places: ReadonlyMap<number, number>,
  seen: ReadonlySet<string>,
): number {
  const isLikely = ({ text, torn, joined }: Spot) => !torn && !joined && likenessOf(text) >= LIKELY;
  const holders = new Set<number>();
  for (const spot of spots) if (spot.parent !== null && isLikely(spot)) holders.add(spot.parent);
  const isLeftOut = (spot: Spot, at: number) =>
    !places.has(at) && !holders.has(at) && !seen.has(spot.text) && isLikely(spot);
  return spots.filter((spot, at) => isLeftOut(spot, at) && chosenAncestor(spots, spot, places) === null)
    .length;
}

function chosenAncestor(
  spots: readonly Spot[],
  spot: Spot,
  places: ReadonlyMap<number, number>,
): number | null {
  for (let at = spot.parent; at !== null; at = spots[at]?.parent ?? null) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return null;
}

function readingsOf(text: string): string[] {
  const readings = new Set<string>();
  for (const decoded of decodeWord(text))
    for (const reading of peelWord(decoded)) {
      // A value of a link may hold spaces, a reference holds none.
      const whole = reading.replace(/\s+/g, "");
      if (isReference(whole)) readings.add(whole);
    }
  return [...readings].slice(0, READINGS_EACH);
}

const isReference = (text: string) => text !== "" && text.length <= REFERENCE_MAX && !text.includes("\0");
