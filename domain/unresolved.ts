import type { Candidate } from "./candidates";
import { skeletonOf } from "./reference";
import { likenessOf } from "./reference-likeness";
import { prefixOf } from "./reference-prefixes";

/** Shorter ones are in too many others. */
const SHORTEST_SHARED = 4;

/**
 * The candidates that have nothing to do with these texts, which were found: neither hold one, nor are a part of what
 * holds one, nor what it is a part of.
 */
function apartFrom(candidates: readonly Candidate[], texts: readonly string[]): Candidate[] {
  const wanted = new Set(texts);
  const skeletons = texts.map(skeletonOf).filter(({ length }) => length >= SHORTEST_SHARED);
  const holds = candidates.map(({ readings }) => readings.some((one) => wanted.has(one)));
  const above = new Set<number>();
  holds.forEach((isHeld, at) => {
    if (isHeld) for (const ancestor of ancestorsOf(candidates, at)) above.add(ancestor);
  });
  const shares = (reading: string) => {
    const own = skeletonOf(reading);
    return skeletons.some((one) => own.includes(one) || (own !== "" && one.includes(own)));
  };
  return candidates.filter(({ torn, unsure, readings }, at) => {
    if (torn || unsure || holds[at] || above.has(at) || readings.some(shares)) return false;
    return !ancestorsOf(candidates, at).some((ancestor) => holds[ancestor]);
  });
}

function ancestorsOf(candidates: readonly Candidate[], at: number): number[] {
  const parent = candidates[at]?.parent ?? null;
  return parent === null ? [] : [parent, ...ancestorsOf(candidates, parent)];
}

/**
 * What beside these known references is unmistakably another: one of the commonest form, or made as they are. Whatever
 * else merely looks like one, such as an order's number, leaves a known reference alone.
 */
export function otherReferences(candidates: readonly Candidate[], known: readonly string[]): Candidate[] {
  return apartFrom(candidates, known).filter(({ readings }) => {
    const bare = readings.at(-1) ?? "";
    return UNMISTAKABLE.test(bare) || known.some((one) => isMadeLike(bare, one));
  });
}

/** `err_7c1f9a`, `ERR-7C1F9A`; not `error404`. */
const UNMISTAKABLE = /^err(?!ors?\d*$)[_.-]?(?=[a-z]*\d)[a-z\d]{4,}$/i;

function isMadeLike(text: string, known: string): boolean {
  const prefix = prefixOf(known)?.toLowerCase();
  return (
    prefix !== undefined &&
    text.length === known.length &&
    /\d/.test(text) &&
    prefixOf(text)?.toLowerCase() === prefix
  );
}

/** What beside these identifiers may be a reference. */
export function likelyReferencesBeside(
  candidates: readonly Candidate[],
  identifiers: readonly string[],
): Candidate[] {
  return apartFrom(candidates, identifiers).filter(
    ({ label, readings }) =>
      likenessOf(readings.at(-1) ?? "") > 1 &&
      !SPAN.test(label) &&
      !readings.some((one) => SPAN.test(one.replace(/[\da-f]{16}\W*$/i, ""))),
  );
}

/** Logs write a span beside its trace; it names a part of what the trace names and is never looked for. */
const SPAN = /(?:^|[^a-z])(?:parent[\s_-]?)?span[\s_-]?id[^\p{L}\p{N}]*$/iu;
