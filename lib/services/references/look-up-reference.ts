import { type ExpiredReference, findExpiredReferences } from "@/db/queries/expired-references";
import { readHandOpenedCases } from "@/db/queries/hand-opened-cases";
import { type RejectedReference, readRejections } from "@/db/queries/references";
import { type Candidate, readPasted } from "@/domain/candidates";
import { toMatch } from "@/domain/look-up";
import { equalsFolded, equalsUnsurely, skeletonsOf } from "@/domain/near-references";
import { isUnconfined } from "@/domain/permissions";
import { checkReference } from "@/domain/reference";
import { wrongCharacterAt } from "@/domain/suggestion-sureness";
import { mayOpenCase } from "../case-parts";
import type { ServiceContext } from "../context";
import { describeRejections } from "../describe-rejections";
import type { CaseWithout } from "../find-identified";
import { findMeant, type Meant } from "../find-meant";
import { readLag } from "../read-lag";
import { suggestReferences } from "../suggest-references";

const LOOKED_FOR_MAX = 10;
const MATCHES_MAX = 50;

type Suggestions = Awaited<ReturnType<typeof suggestReferences>>;

/**
 * Finds what a pasted text refers to, by the rules of CONTRACT "Reading": exact readings first, then other case and
 * identifiers; anything less exact is only ever suggested, unless a check character confirms it. Filters do not apply;
 * confinement does, and what is outside is `never`. The text itself is neither stored nor logged.
 */
export async function lookUpReference(ctx: ServiceContext, input: { q: string }) {
  const { candidates, left_out } = readPasted(input.q);
  const answer = await lookUp(ctx, candidates);
  const { caller, settings } = ctx;
  const confined = !isUnconfined(caller.confinement);
  return { ...answer, left_out, kept_days: settings.retention_days, confined };
}

async function lookUp(ctx: ServiceContext, candidates: readonly Candidate[]) {
  const meant = await findMeant(ctx, candidates);
  const { found, open } = meant;
  if (found.length > 0 && open.length === 0) return matched(meant, candidates);
  const asked = found.length > 0 ? open : candidates;
  const [byHand, rejected, expired, suggestions, lag] = await Promise.all([
    findHandOpened(ctx, asked),
    findRejections(ctx, asked),
    findExpiredReferences(ctx.db, readingsOf(asked), ctx.caller.confinement),
    suggestReferences(ctx, asked, meant.near),
    readLag(ctx, asked),
  ]);
  const looked_for = describeCandidates(candidates, suggestions);
  const cases = [...meant.cases, ...byHand.filter((one) => !isAmong(meant.cases, one))];
  const rejections = await describeRejections(ctx, rejected);
  const told = answerWithout({ rejected, rejections, expired, cases, suggestions, lag });
  const absence = { ...NOTHING, ...told, cases, suggestions, looked_for };
  return found.length > 0 ? beside(meant, absence) : absence;
}

/**
 * What was found beside a reference that was not. A known reference is listed with what is near to the other; what only
 * an identifier brought up never hides what is true of the reference.
 */
function beside<A extends Beside>(meant: Meant, absence: A) {
  const { matches, more } = listOf(meant);
  const isByReference = matches.some(({ found_by }) => found_by === "reference");
  const isTold = !isByReference && absence.answer !== "never" && absence.answer !== "case";
  const told = [
    ...[...absence.rejections, ...absence.expired].map(({ reference }) => reference),
    ...absence.cases.flatMap(({ case_id, reference }) => [case_id, reference ?? case_id]),
  ];
  const unknown = meant.open
    .map(({ readings }) => readings.at(-1) ?? "")
    .filter((one) => !told.includes(one) && !told.includes(one.toLowerCase()));
  const listed = new Set(matches.map(({ reference }) => reference));
  return {
    ...absence,
    answer: isTold ? absence.answer : ("several" as const),
    matches,
    more,
    suggestions: absence.suggestions.filter(({ reference }) => !listed.has(reference)),
    unknown: smallestOf(unknown).slice(0, LOOKED_FOR_MAX),
  };
}

/** What people said of a reference of which nothing was reported. */
async function findHandOpened(
  { db, caller }: ServiceContext,
  asked: readonly Candidate[],
): Promise<CaseWithout[]> {
  const found = await readHandOpenedCases(db, readingsOf(asked), caller.confinement);
  return found.map(({ reporter_ids, ...one }) => ({
    ...one,
    may_open: mayOpenCase(caller, { reporter_ids }),
  }));
}

const isAmong = (cases: readonly CaseWithout[], { case_id }: CaseWithout) =>
  cases.some((one) => one.case_id === case_id);

type Absence = {
  rejected: readonly RejectedReference[];
  rejections: Awaited<ReturnType<typeof describeRejections>>;
  expired: ExpiredReference[];
  cases: readonly CaseWithout[];
  suggestions: Suggestions;
  lag: Awaited<ReturnType<typeof readLag>>;
};

/**
 * What is true of a text that names nothing that is here, the surest first. While a source lags, an edit that is
 * merely possible is the weaker reason: among many short references each has a neighbour.
 */
function answerWithout({ rejected, rejections, expired, cases, suggestions, lag }: Absence) {
  if (rejections.length > 0) return { answer: "rejected" as const, rejections };
  if (rejected.length > 0) return { answer: "not_yet" as const, lag };
  if (expired.length > 0) return { answer: "expired" as const, expired };
  if (cases.length > 0) return { answer: "case" as const, lag };
  const isNear = suggestions.some(
    ({ why, sure }) => lag === null || why !== "one_edit" || sure !== "possible",
  );
  if (isNear) return { answer: "suggestions" as const, lag };
  return { answer: lag === null ? ("never" as const) : ("not_yet" as const), lag };
}

/** Each once, and not what merely holds another of them. */
function smallestOf(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((one) => !texts.some((other) => other !== one && one.includes(other)));
}

type Beside = {
  answer: string;
  cases: readonly CaseWithout[];
  rejections: readonly { reference: string }[];
  expired: readonly ExpiredReference[];
  suggestions: Suggestions;
};

const NOTHING = {
  matches: [],
  more: null,
  cases: [],
  suggestions: [],
  rejections: [],
  expired: [],
  lag: null,
  unknown: [],
};

function matched(meant: Meant, candidates: readonly Candidate[]) {
  // Behind a cut another failure may hide.
  const isOne = meant.found.length === 1 && meant.sure && !meant.at_least;
  return {
    ...NOTHING,
    ...listOf(meant),
    answer: isOne ? ("found" as const) : ("several" as const),
    cases: meant.cases,
    looked_for: describeCandidates(candidates, []),
  };
}

function listOf({ found, at_least }: Meant) {
  const matches = found
    .slice(0, MATCHES_MAX)
    .map((one) => ({ ...toMatch(one, one.case), found_by: one.found_by }));
  const more = found.length - matches.length;
  return { matches, more: more > 0 || at_least ? { matches: more, at_least } : null };
}

async function findRejections(
  ctx: ServiceContext,
  candidates: readonly Candidate[],
): Promise<RejectedReference[]> {
  const references = readingsOf(candidates);
  if (references.length === 0) return [];
  const wanted = { references, skeletons: skeletonsOf(candidates) };
  const rejected = await readRejections(ctx.db, wanted, ctx.caller.confinement);
  return rejected.filter(
    ({ reference }) => equalsFolded(reference, candidates) || equalsUnsurely(reference, candidates),
  );
}

/** Without what was put together from running text. What a line's end broke is told: it opens nothing, and names itself. */
function readingsOf(candidates: readonly Candidate[]): string[] {
  return candidates.filter(({ torn }) => !torn).flatMap(({ readings }) => readings);
}

function describeCandidates(candidates: readonly Candidate[], suggestions: Suggestions) {
  return candidates
    .filter(({ torn }) => !torn)
    .slice(0, LOOKED_FOR_MAX)
    .map(({ readings }) => {
      const reference = readings.find((one) => checkReference(one) !== "unchecked") ?? readings.at(-1) ?? "";
      return {
        reference,
        check: checkReference(reference),
        wrong_at: wrongCharacterAt(reference, suggestions),
      };
    });
}
