import { type CaseOfEvent, readReferenceRows } from "@/db/queries/references";
import { groupOccurrences, type Occurrence } from "@/domain/occurrences";
import type { ServiceContext } from "./context";

export type KnownOccurrence = Occurrence & { case: CaseOfEvent | null };

/**
 * What these exact references mean to the caller, newest first: events of one run together, frames with the
 * event they belong to, and the case of the last attempt that has one.
 */
export async function readOccurrences(
  ctx: ServiceContext,
  references: readonly string[],
): Promise<KnownOccurrence[]> {
  // Nothing stored holds NUL, and PostgreSQL refuses to be asked.
  const wanted = [...new Set(references)].filter((reference) => !reference.includes("\0"));
  if (wanted.length === 0) return [];
  const { confinement } = ctx.caller;
  const { events, frames, cases } = await readReferenceRows(ctx.db, wanted, confinement);
  const occurrences = groupOccurrences(events, frames, confinement);
  return occurrences.map((occurrence) => ({ ...occurrence, case: caseOf(occurrence, cases) }));
}

function caseOf({ events }: Occurrence, cases: readonly CaseOfEvent[]): CaseOfEvent | null {
  const newest = events.toReversed();
  for (const { event_id, source_id } of newest) {
    const found = cases.find((one) => one.event_id === event_id && one.source_id === source_id);
    if (found) return found;
  }
  return null;
}
