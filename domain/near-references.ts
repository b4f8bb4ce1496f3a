import type { Candidate } from "./candidates";
import { checkReference, skeletonOf } from "./reference";

export type NearReason = "separator" | "look_alike" | "one_edit" | "prefix";
export type Nearness = {
  why: NearReason;
  /** 0: separators or look-alikes; 1: one edit; for a prefix, how many characters are missing. */
  distance: number;
  /** Where the reference differs from what was pasted: an index into it; null where that says nothing. */
  differs_at: number | null;
};

/** The prefix that people leave away most: ours, and the one in most producers' examples. */
const PREFIX = "err";
const SKELETONS_MAX = 100;
const SHORTEST = 4;
const EDITED_MAX = 3;
const LONGEST_EDITED = 40;
/** What skeletons are made of: `i` and `l` are folded into 1, `o` into 0. */
const LETTERS = "0123456789abcdefghjkmnpqrstuvwxyz";

/** What the pasted text may mean, folded; the likeliest first. */
export function skeletonsOf(candidates: readonly Candidate[]): string[] {
  const readings = candidates.flatMap((candidate) => candidate.readings);
  const skeletons = readings.filter((reading) => isLike(reading, candidates.length)).map(skeletonOf);
  const all = skeletons.flatMap((skeleton) =>
    skeleton.startsWith(PREFIX) ? [skeleton] : [skeleton, PREFIX + skeleton],
  );
  return [...new Set(all)].filter((skeleton) => skeleton.length >= SHORTEST).slice(0, SKELETONS_MAX);
}

/** In running text a plain word is no reference; alone it may be one. */
function isLike(reading: string, candidates: number): boolean {
  return candidates === 1 || /\d/.test(reading.normalize("NFKC")) || /^err(?:[^a-z]|.{4})/i.test(reading);
}

/** Every skeleton one edit away from the likeliest few: a letter more, less or other, or two swapped. */
export function oneEditsOf(skeletons: readonly string[]): string[] {
  const edits = new Set<string>();
  const short = skeletons.filter((skeleton) => skeleton.length <= LONGEST_EDITED);
  for (const skeleton of short.slice(0, EDITED_MAX)) for (const edit of editsOf(skeleton)) edits.add(edit);
  for (const skeleton of skeletons) edits.delete(skeleton);
  return [...edits];
}

function* editsOf(skeleton: string): Generator<string> {
  for (let at = 0; at <= skeleton.length; at += 1) {
    const [before, after] = [skeleton.slice(0, at), skeleton.slice(at)];
    for (const letter of LETTERS) yield before + letter + after;
    if (after === "") continue;
    yield before + after.slice(1);
    for (const letter of LETTERS) yield before + letter + after.slice(1);
    if (after.length > 1) yield before + after.charAt(1) + after.charAt(0) + after.slice(2);
  }
}

/** Whether a stored reference is a reading of the pasted text but for its case. */
export function equalsFolded(reference: string, candidates: readonly Candidate[]): boolean {
  const folded = fold(reference);
  return candidates.some(({ readings }) => readings.some((reading) => fold(reading) === folded));
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
const withoutSeparators = (text: string) => fold(text).replace(/[\s\p{P}\p{Cf}]+/gu, "");

/**
 * Tells why a stored reference is near the pasted text; null when it is not near at all. The text's skeletons
 * and their edits are made once, for all that were found.
 */
export function nearnessTo(candidates: readonly Candidate[]): (reference: string) => Nearness | null {
  const readings = candidates.flatMap((candidate) => candidate.readings);
  const bareReadings = new Set(readings.map(withoutSeparators));
  const skeletons = skeletonsOf(candidates);
  const edits = new Set(oneEditsOf(skeletons));
  return (reference) => {
    const skeleton = skeletonOf(reference);
    if (skeletons.includes(skeleton)) return sameSkeleton(reference, readings, bareReadings);
    const missing = missingAfter(skeletons, skeleton);
    // One letter too few at the end is a cut-off rather than a mistake; either way it is one edit away.
    if (edits.has(skeleton) && missing !== 1)
      return { why: "one_edit", distance: 1, differs_at: differsAt(reference, readings) };
    return missing === null ? null : { why: "prefix", distance: missing, differs_at: null };
  };
}

function sameSkeleton(
  reference: string,
  readings: readonly string[],
  bareReadings: ReadonlySet<string>,
): Nearness {
  const bare = withoutSeparators(reference);
  const withoutPrefix = bare.startsWith(PREFIX) ? bare.slice(PREFIX.length) : bare;
  if (bareReadings.has(bare) || bareReadings.has(withoutPrefix))
    return { why: "separator", distance: 0, differs_at: null };
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
