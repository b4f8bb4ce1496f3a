import type { Candidate } from "./candidates";
import { isOneEdit, listEdits } from "./one-edit";
import { checkReference, skeletonOf } from "./reference";

export type NearReason = "separator" | "look_alike" | "one_edit" | "prefix";
export type Nearness = {
  why: NearReason;
  /** 0: separators or look-alikes; 1: one edit; for a prefix, how many characters are missing. */
  distance: number;
  /** Where the reference differs from what was pasted: an index into it; null where that says nothing. */
  differs_at: number | null;
};

/** Ours, and the one in most producers' examples: left away most. */
const OWN_PREFIX = "err";
const SKELETONS_MAX = 240;
/** Shorter beginnings and edits fit too much. */
const SHORTEST = 4;
const LIKELY_MAX = 6;
const EDITED_MAX = 4;
const BEGINNINGS_MAX = 6;
/** Of longer ones only the first half is edited: what is wrong behind it is found by that half. */
const LONGEST_EDITED = 36;

/** The beginnings of references that people leave away: `err`, and those given, which producers use. */
export function foldPrefixes(prefixes: readonly string[]): string[] {
  return [...new Set([OWN_PREFIX, ...prefixes.map(skeletonOf)])].filter((prefix) => prefix !== "");
}

/** The beginning of a reference up to its first separator or figure, when that is letters: `INC` of `INC-2024/17`. */
export function prefixOf(reference: string): string | null {
  return /^\p{L}{2,8}(?=[\p{P}\p{S}\d])/u.exec(reference)?.[0] ?? null;
}

/** What the pasted text may stand for but for case, separators and look-alikes; the likeliest first. */
export function skeletonsOf(
  candidates: readonly Candidate[],
  prefixes: readonly string[] = [OWN_PREFIX],
): string[] {
  const all = candidates.flatMap((candidate) => {
    const own = candidate.readings.map(skeletonOf);
    const isLikely = candidate.readings.some((reading) => isLike(reading, candidates));
    return isLikely ? own.flatMap((skeleton) => [skeleton, ...withPrefixes(skeleton, prefixes)]) : own;
  });
  return [...new Set(all)].filter((skeleton) => skeleton !== "").slice(0, SKELETONS_MAX);
}

/** Those worth editing and completing: what looks like a reference, the likeliest first. */
export function likelySkeletons(
  candidates: readonly Candidate[],
  prefixes: readonly string[] = [OWN_PREFIX],
): string[] {
  const readings = candidates.flatMap((candidate) =>
    candidate.readings.filter((one) => isLike(one, candidates)),
  );
  const skeletons = [...new Set(readings.map(skeletonOf))].filter(
    (skeleton) => skeleton.length >= SHORTEST - 1,
  );
  const all = skeletons.slice(0, LIKELY_MAX).flatMap((one) => [one, ...withPrefixes(one, prefixes)]);
  return [...new Set(all)].filter((skeleton) => skeleton.length >= SHORTEST);
}

const withPrefixes = (skeleton: string, prefixes: readonly string[]) =>
  prefixes.filter((prefix) => !skeleton.startsWith(prefix)).map((prefix) => prefix + skeleton);

/** In running text a plain word is no reference; alone it may be one. */
function isLike(reading: string, candidates: readonly Candidate[]): boolean {
  return (
    candidates.length === 1 || /\d/.test(reading.normalize("NFKC")) || /^err(?:[^a-z]|.{4})/i.test(reading)
  );
}

/** Every skeleton one edit away from the likeliest few; of long ones only those whose first half is wrong. */
export function oneEditsOf(skeletons: readonly string[]): string[] {
  const edits = new Set<string>();
  for (const skeleton of skeletons.slice(0, EDITED_MAX)) {
    const until = skeleton.length <= LONGEST_EDITED ? skeleton.length : firstHalf(skeleton).length;
    for (const edit of listEdits(skeleton, until)) edits.add(edit);
  }
  for (const skeleton of skeletons) edits.delete(skeleton);
  return [...edits];
}

/** Beginnings by which to find what is cut off, or wrong in its second half where that is too long to be edited. */
export function beginningsOf(skeletons: readonly string[]): string[] {
  const halves = skeletons.filter(({ length }) => length > LONGEST_EDITED).map(firstHalf);
  return [...new Set([...skeletons, ...halves])].slice(0, BEGINNINGS_MAX);
}

const firstHalf = (skeleton: string) => skeleton.slice(0, Math.ceil(skeleton.length / 2));

/** Whether a stored reference is a reading of the pasted text but for its case. */
export function equalsFolded(reference: string, candidates: readonly Candidate[]): boolean {
  const folded = fold(reference);
  return candidates.some(
    ({ readings, torn }) => !torn && readings.some((reading) => fold(reading) === folded),
  );
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
  const bareReadings = new Set(readings.map(withoutSeparators));
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

const ORDER: readonly NearReason[] = ["separator", "look_alike", "one_edit", "prefix"];

/** The nearest first. */
export function compareNearness(a: Nearness, b: Nearness): number {
  return ORDER.indexOf(a.why) - ORDER.indexOf(b.why) || a.distance - b.distance;
}
