import type { Transaction } from "@/db/client";
import { readMarks, readReleaseTimes } from "@/db/queries/group-marks";
import {
  type GroupCount,
  type GroupRows,
  readGroupSteps,
  readGroups,
  readSightings,
  type WorklistQuestion,
} from "@/db/queries/worklist";
import type { EventClass } from "@/domain/event-class";
import { gather } from "@/domain/gather";
import { compareInstants } from "@/domain/instant";
import { findReturn, type GroupMark, type Sighting } from "@/domain/worklist";

const STEPS_MOST = 48;
const HOUR_MS = 3_600_000;

/** All that is shown of the groups counted in the range, most failures first, and then of those that are only marked. */
export async function describeGroups(
  tx: Transaction,
  question: WorklistQuestion,
  { counts, rows, withFrames }: { counts: readonly GroupCount[]; rows: GroupRows; withFrames: boolean },
) {
  const marked = await readMarked(tx, question.confinement);
  const counted = new Map(counts.map((count) => [count.group_id, count]));
  const ids = [...counted.keys(), ...[...marked.keys()].filter((id) => !counted.has(id))];
  const boundaries = boundariesOf(question);
  const [sightings, steps, known] = await Promise.all([
    readSightings(tx, ids, question.confinement),
    readGroupSteps(tx, question, ids, { days: rows.days, boundaries }),
    readGroups(tx, ids, withFrames),
  ]);
  const seen = gather(sightings, ({ group_id }) => group_id);
  const cells = gather(steps, ({ group_id }) => group_id);
  const groups = new Map(known.map((group) => [group.group_id, group]));
  return ids.flatMap((id) => {
    const group = groups.get(id);
    if (group === undefined) return [];
    return {
      ...group,
      ...countedAs(counted.get(id)),
      ...spreadOf(cells.get(id) ?? [], boundaries.length - 1),
      ...spanOf(seen.get(id) ?? []),
      ...(marked.get(id) ?? UNMARKED),
    };
  });
}

/** What is known of marks: by group, and whether it came back. */
export async function readMarked(tx: Transaction, confinement: WorklistQuestion["confinement"]) {
  const marks = await readMarks(tx, confinement);
  const ids = marks.map(({ group_id }) => group_id);
  const seen = gather(await readSightings(tx, ids, confinement), ({ group_id }) => group_id);
  const names = [...marks, ...[...seen.values()].flat()].flatMap(({ release }) => release ?? []);
  const releases = await readReleaseTimes(tx, [...new Set(names)]);
  return new Map(
    marks.map(({ group_id, ...mark }) => [
      group_id,
      { mark, returned: findReturn(mark, seen.get(group_id) ?? [], releases) },
    ]),
  );
}

const UNMARKED: { mark: GroupMark | null; returned: ReturnType<typeof findReturn> } = {
  ...{ mark: null, returned: null },
};

const NOT_COUNTED = { events: 0, unsafe: 0, example_reference: null, example_event_id: null };
const countedAs = (count: GroupCount | undefined) => count ?? NOT_COUNTED;

/** At most 48 steps of equal length; the last may be shorter. */
function boundariesOf({ from, to }: WorklistQuestion): number[] {
  const hours = Math.ceil((to - from) / HOUR_MS / STEPS_MOST);
  const steps = Math.ceil((to - from) / HOUR_MS / hours);
  return Array.from({ length: steps + 1 }, (_, at) => Math.min(from + at * hours * HOUR_MS, to));
}

type Cell = { class: EventClass; step: number; events: number };

function spreadOf(cells: readonly Cell[], count: number) {
  const points = Array.from({ length: count }, () => 0);
  const classes = new Map<EventClass, number>();
  for (const { class: errorClass, step, events } of cells) {
    points[step] = (points[step] ?? 0) + events;
    classes.set(errorClass, (classes.get(errorClass) ?? 0) + events);
  }
  return {
    points,
    classes: [...classes]
      .map(([name, events]) => ({ class: name, events }))
      .sort((a, b) => b.events - a.events || (a.class < b.class ? -1 : 1)),
  };
}

function spanOf(seen: readonly Sighting[]) {
  const firsts = seen.map(({ first_seen_at }) => first_seen_at).sort(compareInstants);
  const lasts = seen.map(({ last_seen_at }) => last_seen_at).sort(compareInstants);
  return { first_seen_at: firsts[0] ?? null, last_seen_at: lasts.at(-1) ?? null };
}
