import { and, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { unmappedHours } from "@/db/schema/unmapped-groups";
import type { EventClass } from "@/domain/event-class";
import type { ValueFilters } from "@/domain/filters";
import { instantFromMicros, instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import type { CodeShape, GroupKind } from "@/domain/unmapped-group";
import type { Sighting } from "@/domain/worklist";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";

export type WorklistFilters = Pick<ValueFilters, "service" | "environment" | "tenant" | "tool" | "release">;

export type WorklistQuestion = {
  /** Whole hours; milliseconds since 1970. */
  from: number;
  to: number;
  filters: WorklistFilters;
  confinement: Confinement;
};

export type GroupCount = {
  group_id: string;
  events: number;
  unsafe: number;
  example_reference: string;
  example_event_id: string;
};

const isoOf = (millis: number) => instantFromMicros(millis * 1000).iso;
const TOOL = sql`(select g.tool from unmapped_groups g where g.group_id = ${unmappedHours.group_id})`;

/** Within the range, the filters and what the caller may see. */
function asked({ from, to, filters, confinement }: WorklistQuestion): SQL | undefined {
  const columns = { ...unmappedHours, code: null, effect: null, unmapped: null };
  return and(
    within(unmappedHours.hour, isoOf(from), isoOf(to)),
    matching(filters, { ...columns, tool: TOOL }),
    confine(confinement, unmappedHours),
  );
}

/** The groups with most failures, at most `limit`, and how many there are with how many failures in all. */
export async function readGroupCounts(
  tx: Transaction,
  question: WorklistQuestion,
  limit: number,
): Promise<{ groups: number; events: number; rows: GroupCount[] }> {
  // Each example by one step down the index of its group: sorting all rows for it took as long as all the rest.
  const rows = await tx.execute<GroupCount & { of: number; all_events: number }>(sql`
    select counted.*, example.* from (
      select group_id, sum(events)::float8 as events, sum(unsafe)::float8 as unsafe,
        (count(*) over ())::int as of, (sum(sum(events)) over ())::float8 as all_events
      from ${unmappedHours} where ${asked(question)}
      group by group_id order by sum(events) desc, group_id limit ${limit}
    ) as counted cross join lateral (
      select example_reference, example_event_id from ${unmappedHours}
      where ${and(sql`${unmappedHours.group_id} = counted.group_id`, asked(question))}
      order by ${unmappedHours.hour} desc, ${unmappedHours.last_seen_at} desc limit 1
    ) as example order by counted.events desc, counted.group_id`);
  return {
    groups: rows[0]?.of ?? 0,
    events: rows[0]?.all_events ?? 0,
    rows: rows.map(({ of: _of, all_events: _all, ...row }) => row),
  };
}

/** Starts of the steps; `width_bucket` finds the step of a row by binary search, where arithmetic on times is slow. */
export function boundsOf({ from, to }: { from: number; to: number }, step_hours: number): string {
  const step = step_hours * 3_600_000;
  const starts = Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => isoOf(from + at * step));
  return `{${starts.join(",")}}`;
}

/** Failures of these groups by guessed class and step; a step is this many hours. */
export function readGroupSteps(
  tx: Transaction,
  question: WorklistQuestion,
  groups: readonly string[],
  step_hours: number,
) {
  type Cell = { group_id: string; class: EventClass; step: number; events: number };
  return tx.execute<Cell>(sql`
    select group_id, class, sum(events)::float8 as events,
      width_bucket(hour, ${boundsOf(question, step_hours)}::timestamptz[]) - 1 as step
    from ${unmappedHours} where ${and(asked(question), isOneOf(groups))}
    group by 1, 2, 4`);
}

const isOneOf = (groups: readonly string[]) =>
  sql`${unmappedHours.group_id} = any(${sql.param([...groups])}::uuid[])`;

/** What tells a group; type and frame only for whom frames are for, else they do not leave the database. */
export function readGroups(tx: Transaction, groups: readonly string[], withFrames: boolean) {
  type Group = {
    group_id: string;
    kind: GroupKind;
    tool: string;
    code: string | null;
    shape: CodeShape | null;
    writes: boolean | null;
    exception_type: string | null;
    top_frame: string | null;
    language: string | null;
  };
  const frames = withFrames
    ? sql`g.exception_type, g.top_frame, g.language`
    : sql`null as exception_type, null as top_frame, null as language`;
  return tx.execute<Group>(sql`
    select g.group_id, g.kind, g.tool, g.code, g.shape, t.writes, ${frames}
    from unmapped_groups g left join tools t using (tool)
    where g.group_id = any(${sql.param([...groups])}::uuid[])`);
}

/** Where these groups were seen at all, within what the caller may see: by service and release. */
export async function readSightings(
  tx: Transaction,
  groups: readonly string[],
  confinement: Confinement,
): Promise<(Sighting & { group_id: string })[]> {
  const rows = await tx.execute<Sighting & { group_id: string }>(sql`
    select group_id, service, release, min(first_seen_at) as first_seen_at, max(last_seen_at) as last_seen_at
    from ${unmappedHours} where ${and(isOneOf(groups), confine(confinement, unmappedHours))}
    group by 1, 2, 3`);
  return rows.map((row) => ({
    ...row,
    first_seen_at: instantFromPostgres(row.first_seen_at),
    last_seen_at: instantFromPostgres(row.last_seen_at),
  }));
}

/** On which of these days each group turned up; `days` are their starts and the end of the last, milliseconds. */
export function readGroupDays(
  tx: Transaction,
  question: Omit<WorklistQuestion, "from" | "to">,
  days: readonly number[],
): Promise<{ group_id: string; day: number }[]> {
  const bounds = `{${days.map(isoOf).join(",")}}`;
  const range = { ...question, from: days[0] ?? 0, to: days.at(-1) ?? 0 };
  return tx.execute(sql`
    select distinct group_id, width_bucket(hour, ${bounds}::timestamptz[]) - 1 as day
    from ${unmappedHours} where ${asked(range)}`);
}
