import { findByBeginnings, findBySkeletons, readSampleReferences } from "@/db/queries/near-references";
import type { Candidate } from "@/domain/candidates";
import { toMatch } from "@/domain/look-up";
import { beginningsOf, likelySkeletons, nearnessTo, oneEditsOf } from "@/domain/near-references";
import { inOrderOfNearness } from "@/domain/order-of-nearness";
import { foldPrefixes, prefixesAmong } from "@/domain/reference-prefixes";
import { surenessAmong } from "@/domain/suggestion-sureness";
import type { ServiceContext } from "./context";
import { readOccurrences } from "./read-occurrences";

const SUGGESTIONS_MAX = 20;

/**
 * References near the text, the nearest first: those that its skeleton brought up, those one edit away, those that begin
 * like it, and the same with a prefix before it which producers use and people leave away.
 */
export async function suggestReferences(
  ctx: ServiceContext,
  candidates: readonly Candidate[],
  near: readonly string[],
) {
  if (candidates.length === 0) return [];
  const prefixes = foldPrefixes(await commonPrefixes(ctx));
  const skeletons = likelySkeletons(candidates, prefixes);
  const nearness = nearnessTo(candidates, prefixes);
  // Where separators or a prefix explain it, no edit is looked for: that is most of what a search costs.
  const isExplained = near.some((reference) => nearness(reference)?.why === "separator");
  const found = skeletons.length === 0 ? [] : await findLikely(ctx, { skeletons, prefixes, isExplained });
  const occurrences = await readOccurrences(ctx, [...near, ...found]);
  const suggestions = occurrences.flatMap((occurrence) => {
    const how = nearness(occurrence.reference);
    return how === null ? [] : [{ ...toMatch(occurrence, occurrence.case), ...how }];
  });
  const ordered = eachReferenceOnceFirst(inOrderOfNearness(suggestions));
  const listed = inOrderOfNearness(ordered.slice(0, SUGGESTIONS_MAX));
  const sure = surenessAmong(listed, candidates);
  return listed.map((suggestion) => ({ ...suggestion, sure: sure(suggestion) }));
}

type Likely = { skeletons: readonly string[]; prefixes: readonly string[]; isExplained: boolean };

/** References that begin so, or are one edit away: all possible edits only where the probable ones find nothing near. */
async function findLikely(
  ctx: ServiceContext,
  { skeletons, prefixes, isExplained }: Likely,
): Promise<string[]> {
  const { confinement } = ctx.caller;
  const begun = findByBeginnings(ctx.db, beginningsOf(skeletons), confinement);
  if (isExplained) return begun;
  const [probable, possible] = oneEditsOf(skeletons, prefixes);
  const edited = findBySkeletons(ctx.db, [...skeletons, ...probable], confinement);
  const found = (await Promise.all([begun, edited])).flat();
  if (found.length > 0 || possible.length === probable.length) return found;
  return findBySkeletons(ctx.db, possible, confinement);
}

const PREFIXES_LAST_MS = 300_000;
const remembered = new WeakMap<ServiceContext["db"], { at_ms: number; prefixes: Promise<string[]> }>();

/** The beginnings that references have, of all producers, the commonest first; read anew each five minutes. */
function commonPrefixes({ db, now }: ServiceContext): Promise<string[]> {
  const at_ms = now().getTime();
  const known = remembered.get(db);
  if (known && Math.abs(at_ms - known.at_ms) < PREFIXES_LAST_MS) return known.prefixes;
  const prefixes = readSampleReferences(db).then(({ newest, each }) => prefixesAmong(newest, each));
  prefixes.catch(() => remembered.delete(db));
  remembered.set(db, { at_ms, prefixes });
  return prefixes;
}

/** One that occurred again and again must not crowd out the others. */
function eachReferenceOnceFirst<T extends { reference: string }>(suggestions: readonly T[]): T[] {
  const first = new Map([...suggestions].reverse().map((one) => [one.reference, one]));
  const isFirst = (one: T) => first.get(one.reference) === one;
  return [...suggestions.filter(isFirst), ...suggestions.filter((one) => !isFirst(one))];
}
