import type { Effect } from "./effect";
import type { EventClass } from "./event-class";
import { compareInstants, microsOf } from "./instant";
import { type Confinement, isInside } from "./permissions";

/** What of an event tells occurrences apart. */
export type EventFacts = {
  source_id: number;
  event_id: string;
  reference: string;
  occurred_at: string;
  run_id: string | null;
  tool: string;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  code: string;
  class: EventClass;
  effect: Effect | null;
};

export type FramesFacts = {
  frames_id: string;
  reference: string;
  event_id: string | null;
  captured_at: string;
  tool: string | null;
  tenant: string | null;
  environment: string | null;
  service: string | null;
};

/** One failure that a reference may mean: the attempts of one run, oldest first, or frames alone. */
export type Occurrence<E extends EventFacts = EventFacts, F extends FramesFacts = FramesFacts> = {
  reference: string;
  events: E[];
  /** The frames that belong to it. */
  frames: F[];
  /** Frames that share the reference while nothing says that they are of the same failure. */
  may_belong: F[];
};

const DAY_MICROS = 24 * 3600 * 1e6;

/**
 * Whether frames are an event's: by its id; else by the same tenant, the same tool where given, within 24
 * hours (CONTRACT "Frames"). Both share the reference already.
 */
export function framesBelong(event: EventFacts, frames: FramesFacts): boolean {
  if (frames.event_id !== null) return frames.event_id === event.event_id;
  const apart = Math.abs(microsOf(event.occurred_at) - microsOf(frames.captured_at));
  return (
    frames.tenant === event.tenant &&
    (frames.tool === null || frames.tool === event.tool) &&
    apart <= DAY_MICROS
  );
}

/**
 * The occurrences of references, newest first, from the events a caller may see and all frames that share
 * a reference with them. What frames leave unsaid, they take from their event; frames outside the
 * confinement vanish. Frames are an occurrence of their own where no visible event has the reference, or
 * where they name a tenant that no event has.
 */
export function groupOccurrences<E extends EventFacts, F extends FramesFacts>(
  events: readonly E[],
  frames: readonly F[],
  confinement: Confinement,
): Occurrence<E, F>[] {
  const occurrences = new Map<string, Occurrence<E, F>>();
  for (const event of [...events].sort(byTime)) {
    const known = occurrences.get(keyOf(event));
    if (known) known.events.push(event);
    else occurrences.set(keyOf(event), { ...empty(event.reference), events: [event] });
  }
  const withEvents = [...occurrences.values()];
  for (const record of frames) place(record, withEvents, occurrences, confinement);
  return [...occurrences.values()].sort((a, b) => compareInstants(timeOf(b), timeOf(a)));
}

/** When it last happened. */
export function timeOf(occurrence: Occurrence): string {
  const last = occurrence.events.at(-1)?.occurred_at;
  return last ?? occurrence.frames.reduce((latest, { captured_at }) => max(latest, captured_at), "");
}

const max = (a: string, b: string) => (a > b ? a : b);
const byTime = (a: EventFacts, b: EventFacts) =>
  compareInstants(a.occurred_at, b.occurred_at) || compareInstants(a.event_id, b.event_id);
const empty = (reference: string) => ({ reference, events: [], frames: [], may_belong: [] });

/** Several events of one run and one reference are one occurrence; without a run each is its own. */
function keyOf({ reference, tenant, environment, run_id, source_id, event_id }: EventFacts): string {
  const run = run_id === null ? [source_id, event_id] : [run_id];
  return JSON.stringify([reference, tenant, environment, ...run]);
}

function place<E extends EventFacts, F extends FramesFacts>(
  record: F,
  withEvents: readonly Occurrence<E, F>[],
  occurrences: Map<string, Occurrence<E, F>>,
  confinement: Confinement,
): void {
  const sharing = withEvents.filter(({ reference }) => reference === record.reference);
  for (const occurrence of sharing) {
    const owner = occurrence.events.find((event) => framesBelong(event, record));
    if (owner === undefined) continue;
    if (isInside(confinement, inherit(record, owner))) occurrence.frames.push(record);
    return;
  }
  if (!isInside(confinement, record)) return;
  const isElsewhere =
    record.tenant !== null && sharing.every(({ events }) => events[0]?.tenant !== record.tenant);
  if (sharing.length > 0 && !isElsewhere) {
    for (const occurrence of sharing) occurrence.may_belong.push(record);
    return;
  }
  const key = JSON.stringify([record.reference, "frames", record.tenant]);
  const alone = occurrences.get(key) ?? empty(record.reference);
  alone.frames.push(record);
  occurrences.set(key, alone);
}

const inherit = (record: FramesFacts, event: EventFacts) => ({
  tenant: record.tenant ?? event.tenant,
  environment: record.environment ?? event.environment,
  service: record.service ?? event.service,
});
