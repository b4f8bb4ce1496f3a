import {
  type CaseOfEvent,
  type OnlyOf,
  type ReferenceRows,
  ROWS_PER_REFERENCE,
  readReferenceRows,
} from "@/db/queries/references";
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
  return toOccurrences(ctx, await readReferenceRows(ctx.db, wanted, ctx.caller.confinement));
}

/** Whether a reference stands on more events than are read, so that nobody knows how many failures it means. */
export function isCutOff(occurrences: readonly Occurrence[]): boolean {
  const rows = new Map<string, number>();
  for (const { reference, events } of occurrences)
    rows.set(reference, (rows.get(reference) ?? 0) + events.length);
  return [...rows.values()].some((count) => count >= ROWS_PER_REFERENCE);
}

/**
 * The one failure of this reference that this event is an attempt of, however many events share it; of its run no more
 * attempts than are read of a reference.
 */
export async function readOccurrenceOf(
  ctx: ServiceContext,
  reference: string,
  event_id: string,
): Promise<KnownOccurrence | null> {
  const read = (only: OnlyOf) => readReferenceRows(ctx.db, [reference], ctx.caller.confinement, only);
  const own = await read({ column: "event_id", value: event_id });
  const run_id = own.events[0]?.run_id ?? null;
  const run = run_id === null ? null : await read({ column: "run_id", value: run_id });
  const occurrences = toOccurrences(ctx, run === null ? own : withOwn(run, own));
  return occurrences.find(({ events }) => events.some((event) => event.event_id === event_id)) ?? null;
}

/** The newest of a run with the event itself, which may not be among them. */
function withOwn(run: ReferenceRows, own: ReferenceRows): ReferenceRows {
  const missing = own.events.filter((one) =>
    run.events.every(({ event_id, source_id }) => event_id !== one.event_id || source_id !== one.source_id),
  );
  const cases = own.cases.filter((one) => missing.some(({ event_id }) => event_id === one.event_id));
  return { ...run, events: [...run.events, ...missing], cases: [...run.cases, ...cases] };
}

function toOccurrences(ctx: ServiceContext, { events, frames, cases }: ReferenceRows): KnownOccurrence[] {
  const occurrences = groupOccurrences(events, frames, ctx.caller.confinement);
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
