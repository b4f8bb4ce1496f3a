import type { Candidate } from "./candidates";
import { hexAlphabet, isOneEdit, listEdits, wholeAlphabet } from "./one-edit";
import { otherSpellings } from "./other-spellings";
import { checkReference, skeletonOf } from "./reference";
import { OWN_PREFIX } from "./reference-prefixes";

export type NearReason = "separator" | "look_alike" | "one_edit" | "prefix";
export type Nearness = {
  why: NearReason;
  /** 0: separators or look-alikes; 1: one edit; for a prefix, how many characters are missing. */
  distance: number;
  /** Where the reference differs from what was pasted: an index into it; null where that says nothing. */
  differs_at: number | null;
};

const SKELETONS_MAX = 240;
/** Shorter beginnings and edits fit too much. */
const SHORTEST = 4;
const FIRST_MAX = 4;
const LIKELY_MAX = 8;
const TORN_MAX = 4;
const EDITED_MAX = 6;
/** Some 25 µs each over thirty partitions. */
const EDITS_ENOUGH = 3_000;
/** Of longer ones only the first half is edited: what is wrong behind it is found by that half. */
const LONGEST_EDITED = 20;

/** What the pasted text may stand for but for case, separators and look-alikes; the likeliest first. */
export function skeletonsOf(
  candidates: readonly Candidate[],
  prefixes: readonly string[] = [OWN_PREFIX],
): string[] {
  const folded = candidates.map(({ readings }) => ({
    own: readings.map(skeletonOf),
    isLikely: readings.some((reading) => isLike(reading, candidates)),
  }));
  // As they stand before they are completed: many prefixes must not crowd out what comes later in the text.
  const all = [
    ...folded.flatMap(({ own }) => own),
    ...folded.flatMap(({ own, isLikely }) =>
      isLikely ? own.flatMap((skeleton) => withPrefixes(skeleton, prefixes)) : [],
    ),
    ...candidates
      .flatMap(({ readings }) => readings.flatMap(otherSpellings).map(skeletonOf))
      .flatMap((other) => [other, ...withPrefixes(other, prefixes)]),
  ];
  return [...new Set(all)].filter((skeleton) => skeleton !== "").slice(0, SKELETONS_MAX);
}

/**
 * Those worth editing and completing: of what looks like a reference the most decoded reading, the likeliest first; then
 * the same with the prefixes.
 */
export function likelySkeletons(
  candidates: readonly Candidate[],
  prefixes: readonly string[] = [OWN_PREFIX],
): string[] {
  const likely = candidates.filter(({ readings }) => readings.some((one) => isLike(one, candidates)));
  const whole = likely.filter(({ torn }) => !torn);
  // What reads like an escape may be the reference's own.
  const ends = (some: readonly Candidate[]) =>
    some.flatMap(({ readings }) => [readings.at(-1) ?? "", readings[0] ?? ""]);
  const first = whole[0]?.readings ?? [];
  const folded = (readings: readonly string[], most: number) =>
    [...new Set(readings.map(skeletonOf))].filter(({ length }) => length >= SHORTEST - 1).slice(0, most);
  const own = [
    ...folded([...ends(whole.slice(0, 1)), ...first], FIRST_MAX),
    ...folded(ends(whole.slice(1)), LIKELY_MAX),
  ];
  const torn = folded(ends(likely.filter((one) => one.torn)), TORN_MAX);
  // The year of a date is the beginning of a ticket's number as soon as it is completed.
  const completed = [...own, ...torn.filter((one) => !/^\d{1,4}$/.test(one))];
  const all = [...own, ...torn, ...completed.flatMap((one) => withPrefixes(one, prefixes))];
  return [...new Set(all)].filter(({ length }) => length >= SHORTEST);
}

/** Nothing where a prefix is there already. */
function withPrefixes(skeleton: string, prefixes: readonly string[]): string[] {
  return prefixes.some((prefix) => skeleton.startsWith(prefix))
    ? []
    : prefixes.map((prefix) => prefix + skeleton);
}

/** In running text a plain word is no reference; alone it may be one. */
function isLike(reading: string, candidates: readonly Candidate[]): boolean {
  return (
    candidates.length === 1 || /\d/.test(reading.normalize("NFKC")) || /^err(?:[^a-z]|.{4})/i.test(reading)
  );
}

/**
 * Every skeleton one edit away from the likeliest few, in two steps, the second to be asked for only where the first
 * finds nothing: what is most probable costs a fraction of all that is possible. Of what looks like a checked reference
 * that is what the check character fits; of hex what is hex. Of long ones only their first half is edited.
 */
export function oneEditsOf(
  skeletons: readonly string[],
  prefixes: readonly string[] = [OWN_PREFIX],
): [probable: string[], possible: string[]] {
  const few = mostLikely(skeletons);
  const probable = editsOf(few, (skeleton) => {
    const hex = hexAlphabet(skeleton, prefixes);
    if (hex !== null) return listEdits(skeleton, reachOf(skeleton), hex);
    return looksChecked(skeleton) ? checkedEdits(skeleton) : allEdits(skeleton);
  });
  return [probable, editsOf(few, allEdits)];
}

function editsOf(skeletons: readonly string[], edit: (skeleton: string) => Iterable<string>): string[] {
  const edits = new Set<string>();
  for (const skeleton of skeletons) {
    if (edits.size > EDITS_ENOUGH) break;
    for (const edited of edit(skeleton)) edits.add(edited);
  }
  for (const skeleton of skeletons) edits.delete(skeleton);
  return [...edits];
}

const allEdits = (skeleton: string) => listEdits(skeleton, reachOf(skeleton), wholeAlphabet(skeleton));
const reachOf = (skeleton: string) =>
  skeleton.length <= LONGEST_EDITED ? skeleton.length : firstHalf(skeleton).length;

/** As long as a checked reference, or one character more or less. */
const looksChecked = (skeleton: string) => /^err[\da-z]{10,12}$/.test(skeleton);

function* checkedEdits(skeleton: string): Generator<string> {
  for (const edited of allEdits(skeleton))
    if (checkReference(`${OWN_PREFIX}_${edited.slice(OWN_PREFIX.length)}`) === "valid") yield edited;
}

/** The likeliest few, then the first of them with the commonest prefixes. */
function mostLikely(skeletons: readonly string[]): string[] {
  const long = skeletons.filter(({ length }) => length > SHORTEST);
  const [first = ""] = long.length > 0 ? long : skeletons;
  const prefixed = long.filter((one) => one !== first && one.endsWith(first));
  return [...new Set([first, ...long.slice(0, EDITED_MAX), ...prefixed])].filter((one) => one !== "");
}

/** Beginnings by which to find what is cut off, or wrong in its second half where that is too long to be edited. */
export function beginningsOf(skeletons: readonly string[]): string[] {
  const beginnings = skeletons.map((one) => (one.length > LONGEST_EDITED ? firstHalf(one) : one));
  return [...new Set(beginnings)];
}

/** Not ending in half a character. */
const firstHalf = (skeleton: string) =>
  skeleton.slice(0, Math.ceil(skeleton.length / 2)).replace(/[\uD800-\uDBFF]$/, "");

/** Whether a stored reference is a reading of the pasted text but for its case. */
export function equalsFolded(reference: string, candidates: readonly Candidate[]): boolean {
  return isAmong(
    reference,
    candidates.filter(({ torn, unsure }) => !torn && !unsure),
  );
}

/** Whether it is one, be it in other case, if what stands on both sides of a gap is one word: else it is not. */
export function equalsUnsurely(reference: string, candidates: readonly Candidate[]): boolean {
  return isAmong(
    reference,
    candidates.filter(({ torn, unsure }) => !torn && unsure),
  );
}

function isAmong(reference: string, candidates: readonly Candidate[]): boolean {
  const folded = fold(reference);
  return candidates.some(({ readings }) => readings.some((reading) => fold(reading) === folded));
}

const fold = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Cf}+/gu, "");
const withoutSeparators = (text: string) => fold(text).replace(/[\s\p{P}\p{Cf}]+/gu, "");

/**
 * Tells why a stored reference is near the pasted text; null when it is not near at all. The text's skeletons are made
 * once, for all that were found.
 */
export function nearnessTo(
  candidates: readonly Candidate[],
  prefixes: readonly string[] = [OWN_PREFIX],
): (reference: string) => Nearness | null {
  const readings = candidates.flatMap((candidate) => candidate.readings);
  const bareReadings = new Set([...readings, ...readings.flatMap(otherSpellings)].map(withoutSeparators));
  const skeletons = new Set(skeletonsOf(candidates, prefixes));
  const likely = likelySkeletons(candidates, prefixes);
  return (reference) => {
    const skeleton = skeletonOf(reference);
    if (skeletons.has(skeleton)) return sameSkeleton(reference, readings, bareReadings, prefixes);
    const missing = missingAfter(likely, skeleton);
    // One letter too few at the end is a cut-off rather than a mistake; either way it is one edit away.
    if (missing !== 1 && likely.some((one) => isOneEdit(one, skeleton)))
      return { why: "one_edit", distance: 1, differs_at: differsAt(reference, readings) };
    return missing === null ? null : { why: "prefix", distance: missing, differs_at: null };
  };
}

function sameSkeleton(
  reference: string,
  readings: readonly string[],
  bareReadings: ReadonlySet<string>,
  prefixes: readonly string[],
): Nearness {
  const bare = withoutSeparators(reference);
  const bares = [
    bare,
    ...prefixes.filter((one) => bare.startsWith(one)).map((one) => bare.slice(one.length)),
  ];
  if (bares.some((one) => bareReadings.has(one))) return { why: "separator", distance: 0, differs_at: null };
  return { why: "look_alike", distance: 0, differs_at: differsAt(reference, readings) };
}

/** How many characters the longest skeleton that begins it leaves out. */
function missingAfter(skeletons: readonly string[], skeleton: string): number | null {
  const starts = skeletons.filter((one) => skeleton.startsWith(one)).map(({ length }) => length);
  return starts.length === 0 ? null : skeleton.length - Math.max(...starts);
}

/** Where it first differs from the reading that agrees with it longest. */
function differsAt(reference: string, readings: readonly string[]): number | null {
  let longest = 0;
  for (const reading of readings) {
    let at = 0;
    while (at < reference.length && fold(reference.charAt(at)) === fold(reading.charAt(at))) at += 1;
    longest = Math.max(longest, at);
  }
  return longest < reference.length ? longest : null;
}

/**
 * Whether the check character confirms that the reference is what was meant, though separators or
 * look-alikes differ. One edit is never confirmed: every checked reference is one edit from a wrong one.
 */
export function isConfirmed(reference: string, nearness: Nearness): boolean {
  return nearness.distance === 0 && nearness.why !== "prefix" && checkReference(reference) === "valid";
}
