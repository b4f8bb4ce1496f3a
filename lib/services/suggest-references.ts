import { findByPrefix, findBySkeletons, readRecentReferences } from "@/db/queries/near-references";
import type { Candidate } from "@/domain/candidates";
import { toMatch } from "@/domain/look-up";
import {
  beginningsOf,
  compareNearness,
  foldPrefixes,
  likelySkeletons,
  nearnessTo,
  oneEditsOf,
  prefixOf,
} from "@/domain/near-references";
import { surenessAmong } from "@/domain/suggestion-sureness";
import type { ServiceContext } from "./context";
import { readOccurrences } from "./read-occurrences";

const SUGGESTIONS_MAX = 20;
const PREFIXES_MAX = 4;

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
  const { confinement } = ctx.caller;
  const wanted = [...skeletons, ...oneEditsOf(skeletons)];
  const found = await Promise.all([
    wanted.length === 0 ? [] : findBySkeletons(ctx.db, wanted, confinement),
    ...beginningsOf(skeletons).map((beginning) => findByPrefix(ctx.db, beginning, confinement)),
  ]);
  const occurrences = await readOccurrences(ctx, [...near, ...found.flat()]);
  const nearness = nearnessTo(candidates, prefixes);
  const suggestions = occurrences
    .flatMap((occurrence) => {
      const how = nearness(occurrence.reference);
      return how === null ? [] : [{ ...toMatch(occurrence, occurrence.case), ...how }];
    })
    .sort(compareNearness);
  const listed = eachReferenceOnceFirst(suggestions).slice(0, SUGGESTIONS_MAX).sort(compareNearness);
  const sure = surenessAmong(listed, candidates);
  return listed.map((suggestion) => ({ ...suggestion, sure: sure(suggestion) }));
}

/** The beginnings that references have which were reported last. */
async function commonPrefixes(ctx: ServiceContext): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const reference of await readRecentReferences(ctx.db)) {
    const prefix = prefixOf(reference)?.toLowerCase();
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, PREFIXES_MAX)
    .map(([prefix]) => prefix);
}

/** One that occurred again and again must not crowd out the others. */
function eachReferenceOnceFirst<T extends { reference: string }>(suggestions: readonly T[]): T[] {
  const first = new Map([...suggestions].reverse().map((one) => [one.reference, one]));
  const isFirst = (one: T) => first.get(one.reference) === one;
  return [...suggestions.filter(isFirst), ...suggestions.filter((one) => !isFirst(one))];
}
