import type { EventRow } from "@/db/queries/events-read";
import { readOutlivedEvents } from "@/db/queries/outlived-events";
import {
  type CaseOfEvent,
  readCasesOfEvents,
  readEventsOfReferences,
  readFramesOfReferences,
} from "@/db/queries/references";
import { type EventFacts, groupOccurrences, type Occurrence } from "@/domain/occurrences";
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
  const [stored, outlived, frames] = await Promise.all([
    readEventsOfReferences(ctx.db, wanted, confinement),
    readOutlivedEvents(ctx.db, { references: wanted }, confinement),
    readFramesOfReferences(ctx.db, wanted),
  ]);
  const events = [...stored, ...outlived.map(factsOf)];
  const occurrences = groupOccurrences(events, frames, confinement);
  const cases = await readCasesOfEvents(ctx.db, events);
  return occurrences.map((occurrence) => ({ ...occurrence, case: caseOf(occurrence, cases) }));
}

/** As events that are still there are read: what else a case keeps of them is for the report. */
function factsOf({
  source_id,
  event_id,
  reference,
  occurred_at,
  run_id,
  tool,
  ...row
}: EventRow): EventFacts {
  const { tenant, environment, service, code, class: errorClass, effect } = row;
  const parts = { tenant, environment, service };
  return {
    source_id,
    event_id,
    reference,
    occurred_at,
    run_id,
    tool,
    ...parts,
    code,
    class: errorClass,
    effect,
  };
}

function caseOf({ events }: Occurrence, cases: readonly CaseOfEvent[]): CaseOfEvent | null {
  const newest = events.toReversed();
  for (const { event_id, source_id } of newest) {
    const found = cases.find((one) => one.event_id === event_id && one.source_id === source_id);
    if (found) return found;
  }
  return null;
}
