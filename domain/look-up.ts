import type { Candidate } from "./candidates";
import type { Occurrence } from "./occurrences";

/** The longest text that is looked up. */
export const PASTED_TEXT_MAX = 20_000;

/** What of a candidate's readings exists. */
type Known = ReadonlySet<string>;

/**
 * The references that are meant: of each candidate the most literal reading that exists, and of what is
 * part of such a candidate nothing, so that `a:b` is not taken for `b`.
 */
export function meantReferences(candidates: readonly Candidate[], known: Known): string[] {
  const meant = candidates.map((one) => sureReadings(one).find((reading) => known.has(reading)));
  const isPartOfMeant = (index: number): boolean => {
    const parent = candidates[index]?.parent ?? null;
    return parent !== null && (meant[parent] !== undefined || isPartOfMeant(parent));
  };
  const references = meant.filter((one, index) => one !== undefined && !isPartOfMeant(index));
  return [...new Set(references as string[])];
}

const sureReadings = ({ readings, unsure }: Candidate) => (unsure ? [] : readings);

/** Whether the candidate, or what it is part of, was found. */
export function isResolved(candidates: readonly Candidate[], index: number, known: Known): boolean {
  const candidate = candidates[index];
  if (candidate === undefined) return false;
  if (sureReadings(candidate).some((reading) => known.has(reading))) return true;
  return candidate.parent !== null && isResolved(candidates, candidate.parent, known);
}

/** An occurrence as a line of the chooser (CONTRACT "Reading"). */
export function toMatch(occurrence: Occurrence, found: { case_id: string; state: string } | null) {
  const { reference, events, frames } = occurrence;
  const last = events.at(-1);
  const facts = last ?? frames[0];
  return {
    reference,
    event_id: last?.event_id ?? null,
    occurred_at: last?.occurred_at ?? frames[0]?.captured_at ?? "",
    tool: facts?.tool ?? null,
    tenant: facts?.tenant ?? null,
    environment: facts?.environment ?? null,
    service: facts?.service ?? null,
    code: last?.code ?? null,
    class: last?.class ?? null,
    effect: last?.effect ?? null,
    attempts: events.length,
    has_frames: frames.length > 0,
    case_id: found?.case_id ?? null,
    case_state: found?.state ?? null,
  };
}

/**
 * What was refused of events themselves, without its door: that is what `rejected` tells. What was refused at another
 * door may still get its event.
 */
export function rejectedEvents<Refused extends { door: string }>(
  refused: readonly Refused[],
): Omit<Refused, "door">[] {
  return refused.filter(({ door }) => door === "events").map(({ door: _, ...rest }) => rest);
}
