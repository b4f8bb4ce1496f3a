import { findExpiredReferences } from "@/db/queries/expired-references";
import {
  findByPrefix,
  findBySkeletons,
  type RejectedReference,
  readRejections,
} from "@/db/queries/references";
import { type Candidate, readCandidates } from "@/domain/candidates";
import { isResolved, meantReferences, toMatch } from "@/domain/look-up";
import {
  compareNearness,
  equalsFolded,
  isConfirmed,
  nearnessTo,
  oneEditsOf,
  skeletonsOf,
} from "@/domain/near-references";
import { checkReference } from "@/domain/reference";
import type { ServiceContext } from "../context";
import { type KnownOccurrence, readOccurrences } from "../read-occurrences";

const LOOKED_FOR_MAX = 10;
const MATCHES_MAX = 50;
const SUGGESTIONS_MAX = 20;
const PREFIXES_MAX = 4;

/**
 * Finds what a pasted text refers to, by the rules of CONTRACT "Reading": exact readings first, then other
 * case; anything less exact is only ever suggested, unless a check character confirms it. Filters do not
 * apply; confinement does, and what is outside is `never`. The text itself is neither stored nor logged.
 */
export async function lookUpReference(ctx: ServiceContext, input: { q: string }) {
  const candidates = readCandidates(input.q);
  const looked_for = describeCandidates(candidates);
  const { exact, near } = await findMeant(ctx, candidates);
  if (exact.length > 0) {
    const answer = exact.length === 1 ? ("found" as const) : ("several" as const);
    const listed = exact.slice(0, MATCHES_MAX);
    const matches = listed.map((one) => ({ ...toMatch(one, one.case), found_by: "reference" as const }));
    return { ...NOTHING, answer, matches, more: moreThan(exact.length), looked_for };
  }
  const rejected = await findRejections(ctx, candidates);
  const suggestions = await suggest(ctx, candidates, near);
  const expired = rejected.length > 0 ? [] : await findExpired(ctx, candidates);
  const answer = expired.length > 0 ? { answer: "expired" as const, expired } : null;
  return { ...NOTHING, ...answerOf(rejected, suggestions.length), ...answer, suggestions, looked_for };
}

const NOTHING = { matches: [], more: null, suggestions: [], rejections: [], expired: [], lag: null };

function moreThan(count: number) {
  return count > MATCHES_MAX ? { matches: count - MATCHES_MAX, at_least: false } : null;
}

type Meant = {
  /** Exact readings, other case, or confirmed by a check character. */
  exact: KnownOccurrence[];
  /** References that only their skeleton brought up. */
  near: string[];
};

async function findMeant(ctx: ServiceContext, candidates: readonly Candidate[]): Promise<Meant> {
  const known = await readOccurrences(
    ctx,
    candidates.flatMap(({ readings }) => readings),
  );
  const references = new Set(known.map(({ reference }) => reference));
  const meant = new Set(meantReferences(candidates, references));
  const open = candidates.filter((_, index) => !isResolved(candidates, index, references));
  const near = await findBySkeletons(ctx.db, skeletonsOf(open), ctx.caller.confinement);
  const others = near.filter(meantBy(open)).filter((reference) => !meant.has(reference));
  const folded = await readOccurrences(ctx, others);
  return { exact: [...known.filter(({ reference }) => meant.has(reference)), ...folded], near };
}

/** Whether a reference is read but for its case, or confirmed by its check character. */
function meantBy(candidates: readonly Candidate[]): (reference: string) => boolean {
  const nearness = nearnessTo(candidates);
  return (reference) => {
    if (equalsFolded(reference, candidates)) return true;
    const near = nearness(reference);
    return near !== null && isConfirmed(reference, near);
  };
}

async function suggest(ctx: ServiceContext, candidates: readonly Candidate[], near: readonly string[]) {
  const { confinement } = ctx.caller;
  const skeletons = skeletonsOf(candidates);
  const found = await Promise.all([
    findBySkeletons(ctx.db, oneEditsOf(skeletons), confinement),
    ...skeletons.slice(0, PREFIXES_MAX).map((skeleton) => findByPrefix(ctx.db, skeleton, confinement)),
  ]);
  const occurrences = await readOccurrences(ctx, [...near, ...found.flat()]);
  const nearness = nearnessTo(candidates);
  const suggestions = occurrences
    .flatMap((occurrence) => {
      const how = nearness(occurrence.reference);
      return how === null
        ? []
        : [{ ...toMatch(occurrence, occurrence.case), ...how, sure: "possible" as const }];
    })
    .sort(compareNearness);
  return eachReferenceOnceFirst(suggestions).slice(0, SUGGESTIONS_MAX).sort(compareNearness);
}

/** One that occurred again and again must not crowd out the others. */
function eachReferenceOnceFirst<T extends { reference: string }>(suggestions: readonly T[]): T[] {
  const first = new Map([...suggestions].reverse().map((one) => [one.reference, one]));
  const isFirst = (one: T) => first.get(one.reference) === one;
  return [...suggestions.filter(isFirst), ...suggestions.filter((one) => !isFirst(one))];
}

async function findRejections(
  ctx: ServiceContext,
  candidates: readonly Candidate[],
): Promise<RejectedReference[]> {
  const references = candidates.flatMap(({ readings }) => readings);
  const wanted = { references, skeletons: skeletonsOf(candidates) };
  const rejected = await readRejections(ctx.db, wanted, ctx.caller.confinement);
  return rejected.filter(({ reference }) => equalsFolded(reference, candidates));
}

/** What retention dropped: exact readings, or another case of them. */
function findExpired(ctx: ServiceContext, candidates: readonly Candidate[]) {
  const readings = candidates.flatMap(({ readings }) => readings);
  return findExpiredReferences(ctx.db, readings, ctx.caller.confinement);
}

/** What was refused at another door than events' may still get its event. */
function answerOf(rejected: readonly RejectedReference[], suggestions: number) {
  const rejections = rejected.filter(({ door }) => door === "events").map(({ door: _, ...rest }) => rest);
  if (rejections.length > 0) return { answer: "rejected" as const, rejections };
  if (rejected.length > 0) return { answer: "not_yet" as const, rejections };
  return { answer: suggestions > 0 ? ("suggestions" as const) : ("never" as const), rejections };
}

function describeCandidates(candidates: readonly Candidate[]) {
  return candidates.slice(0, LOOKED_FOR_MAX).map(({ readings }) => {
    const reference = readings.at(-1) ?? "";
    return { reference, check: checkReference(reference), wrong_at: null };
  });
}
