import { findBySkeletons } from "@/db/queries/near-references";
import { findKeptReferences } from "@/db/queries/outlived-events";
import { ROWS_PER_REFERENCE } from "@/db/queries/references";
import type { Candidate } from "@/domain/candidates";
import { isResolved, meantReferences } from "@/domain/look-up";
import { equalsFolded, equalsUnsurely, isConfirmed, nearnessTo, skeletonsOf } from "@/domain/near-references";
import { likelyReferencesBeside, otherReferences } from "@/domain/unresolved";
import type { ServiceContext } from "./context";
import {
  type CaseWithout,
  findIdentified,
  findMisspelt,
  type Identified,
  type IdentifiedAll,
} from "./find-identified";
import { type KnownOccurrence, readOccurrences } from "./read-occurrences";

export type Meant = {
  /** Exact readings, other case, confirmed by a check character, or named by an identifier; newest first by kind. */
  found: Identified[];
  /** Whether more of them are stored than were read. */
  at_least: boolean;
  /** Cases named by their id of which no failure was found. */
  cases: CaseWithout[];
  /** References that only their skeleton brought up. */
  near: string[];
  /** What the text holds beside them that is a reference as well, and not known. */
  open: Candidate[];
  /** Whether a single one is what was meant: a reference, or an identifier that is called one. Else it is listed. */
  sure: boolean;
};

/**
 * What the text says exactly, and only if it says nothing exactly, what it says but for its case or by an identifier.
 * Most texts are one known reference, and then one statement is all that is asked.
 */
export async function findMeant(ctx: ServiceContext, candidates: readonly Candidate[]): Promise<Meant> {
  const whole = candidates.filter(({ torn, unsure }) => !torn && !unsure).flatMap(({ readings }) => readings);
  const known = await readOccurrences(ctx, whole);
  const references = new Set(known.map(({ reference }) => reference));
  const meant = new Set(meantReferences(candidates, references));
  const exact = known.filter(({ reference }) => meant.has(reference)).map(byReference);
  const open = candidates.filter((_, index) => !isResolved(candidates, index, references));
  const apart = { cases: [], near: [], open: [], sure: true };
  if (open.length === 0) return { ...apart, found: exact, at_least: isCut(exact) };
  const skeletons = skeletonsOf(open);
  const [stored, kept, identified] = await Promise.all([
    findBySkeletons(ctx.db, skeletons, ctx.caller.confinement),
    findKeptReferences(ctx.db, skeletons),
    exact.length > 0 ? NOBODY : findIdentified(ctx, candidates),
  ]);
  const near = [...new Set([...stored, ...kept])];
  const others = near.filter(meantBy(open)).filter((reference) => !meant.has(reference));
  const isSaid = exact.length > 0 || others.length > 0;
  // Beside what is surely there, what may be there is another one to choose from; by itself it is merely suggested.
  const perhaps = isSaid ? near.filter((reference) => equalsUnsurely(reference, open)) : [];
  const beside = [...others, ...perhaps].filter((reference) => !meant.has(reference));
  const said = [...exact, ...(await readOccurrences(ctx, beside)).map(byReference)];
  const { cases } = identified;
  if (said.length > 0) {
    const names = said.map(({ reference }) => reference);
    return {
      found: said,
      at_least: isCut(said),
      cases,
      near,
      open: otherReferences(candidates, names),
      sure: true,
    };
  }
  const isNothing = near.length === 0 && cases.length === 0 && identified.found.length === 0;
  const { found, named, sure, at_least } = isNothing ? await findMisspelt(ctx, candidates) : identified;
  return { found, at_least, cases, near, open: likelyReferencesBeside(candidates, named), sure };
}

const NOBODY: IdentifiedAll = { found: [], named: [], sure: false, at_least: false, cases: [] };

const byReference = (occurrence: KnownOccurrence): Identified => ({ ...occurrence, found_by: "reference" });

/** Of a reference that stands on more events than are read, nobody knows how many failures it means. */
function isCut(found: readonly KnownOccurrence[]): boolean {
  const rows = new Map<string, number>();
  for (const { reference, events } of found) rows.set(reference, (rows.get(reference) ?? 0) + events.length);
  return [...rows.values()].some((count) => count >= ROWS_PER_REFERENCE);
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
