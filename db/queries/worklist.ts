import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { unmappedDays } from "@/db/schema/summed-days";
import { unmappedHours } from "@/db/schema/unmapped-groups";
import type { EventClass } from "@/domain/event-class";
import type { ValueFilters } from "@/domain/filters";
import { instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { hourPieces, type MillisRange } from "@/domain/rate-pieces";
import { type SummedDay, splitByDays } from "@/domain/summed-days";
import type { CodeShape, GroupKind } from "@/domain/unmapped-group";
import type { Sighting } from "@/domain/worklist";
import { confine } from "./confinement";
import { matching } from "./event-filter";
import { daysArray, piecesTable, readSummedDays, stepOf, withinAny } from "./summed-days";

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

/** Where the question is read: days that are whole, ranges of hours for the rest. */
export type GroupRows = { whole: number[]; rest: MillisRange[]; days: SummedDay[] };

type Asked = Pick<WorklistQuestion, "filters" | "confinement">;

/** Days know no tenants: who asks for one, or sees only some, is answered by the hours. */
export async function readGroupRows(
  tx: Transaction,
  { filters, confinement }: Asked,
  range: MillisRange = EVER,
): Promise<GroupRows> {
  const byTenant = (filters.tenant?.length ?? 0) > 0 || confinement.tenants !== null;
  const days = byTenant ? [] : await readSummedDays(tx, "hours", range === EVER ? undefined : range);
  return { ...splitByDays(range, days), days };
}

/** All of time that an instant can be of, as far as hours are counted. */
const EVER: MillisRange = { from: 0, to: Date.UTC(9999, 0, 1) };

const UNKNOWN = { code: null, effect: null, unmapped: null };
const toolOf = (group_id: Column) =>
  sql`(select g.tool from unmapped_groups g where g.group_id = ${group_id})`;

function chosenHours({ filters, confinement }: Asked): SQL | undefined {
  const columns = { ...unmappedHours, ...UNKNOWN, tool: toolOf(unmappedHours.group_id) };
  return and(matching(filters, columns), confine(confinement, unmappedHours));
}

function chosenDays({ filters, confinement }: Asked): SQL | undefined {
  const columns = { ...unmappedDays, ...UNKNOWN, tenant: null, tool: toolOf(unmappedDays.group_id) };
  return and(matching(filters, columns), confine(confinement, { ...unmappedDays, tenant: null }));
}

/** `select <columns>` of days and hours alike, of these groups or of all. */
function groupRows(
  asked: Asked,
  { whole, rest }: GroupRows,
  columns: string,
  groups?: readonly string[],
): SQL {
  const names = sql.raw(columns);
  return sql`
    select ${names} from ${unmappedDays} where ${and(
      sql`${unmappedDays.day} = any(${daysArray(whole)})`,
      groups && isOneOf(unmappedDays.group_id, groups),
      chosenDays(asked),
    )}
    union all select ${names} from ${unmappedHours} where ${and(
      withinAny(unmappedHours.hour, rest),
      groups && isOneOf(unmappedHours.group_id, groups),
      chosenHours(asked),
    )}`;
}

const isOneOf = (group_id: Column, groups: readonly string[]) =>
  sql`${group_id} = any(${sql.param([...groups])}::uuid[])`;

/** The groups with most failures, at most `limit`, and how many there are with how many failures in all. */
export async function readGroupCounts(
  tx: Transaction,
  question: WorklistQuestion,
  rows: GroupRows,
  limit: number,
): Promise<{ groups: number; events: number; rows: GroupCount[] }> {
  // Each example by steps down the index of its group: sorting all rows for it took as long as all the rest.
  const counts = await tx.execute<GroupCount & { of: number; all_events: number }>(sql`
    select counted.*, example.* from (
      select group_id, sum(events)::float8 as events, sum(unsafe)::float8 as unsafe,
        (count(*) over ())::int as of, (sum(sum(events)) over ())::float8 as all_events
      from (${groupRows(question, rows, "group_id, events, unsafe")}) as row
      group by group_id order by sum(events) desc, group_id limit ${limit}
    ) as counted cross join lateral (${newestOf(question, rows)}) as example
    order by counted.events desc, counted.group_id`);
  return {
    groups: counts[0]?.of ?? 0,
    events: counts[0]?.all_events ?? 0,
    rows: counts.map(({ of: _of, all_events: _all, ...row }) => row),
  };
}

/** The newest example of a group: of its newest day, and of each range of hours. */
function newestOf(question: WorklistQuestion, { whole, rest }: GroupRows): SQL {
  const newest = (
    table: typeof unmappedHours | typeof unmappedDays,
    at: Column,
    chosen: SQL | undefined,
  ) => sql`
    (select example_reference, example_event_id, last_seen_at from ${table}
    where ${and(sql`${table.group_id} = counted.group_id`, chosen)}
    order by ${at} desc, ${table.last_seen_at} desc limit 1)`;
  const inDays = sql`${unmappedDays.day} = any(${daysArray(whole)})`;
  const days =
    whole.length === 0 ? [] : [newest(unmappedDays, unmappedDays.day, and(inDays, chosenDays(question)))];
  const hours = rest.map((range) =>
    newest(
      unmappedHours,
      unmappedHours.hour,
      and(withinAny(unmappedHours.hour, [range]), chosenHours(question)),
    ),
  );
  return sql`select example_reference, example_event_id
    from (${sql.join([...days, ...hours], sql` union all `)}) as each order by last_seen_at desc limit 1`;
}

/** Failures of these groups by guessed class and step; steps begin and end on full hours. */
export function readGroupSteps(
  tx: Transaction,
  question: WorklistQuestion,
  groups: readonly string[],
  { days, boundaries }: Pick<GroupRows, "days"> & { boundaries: readonly number[] },
) {
  type Cell = { group_id: string; class: EventClass; step: number; events: number };
  return tx.execute<Cell>(sql`
    select group_id, class, step, sum(events)::float8 as events
    from (${stepRows(question, { days, boundaries }, groups)}) as row where events > 0 group by 1, 2, 3`);
}

/** `select group_id, class, step, events`: parts of days, and hours where no day is summed. */
function stepRows(
  asked: Asked,
  { days, boundaries }: Pick<GroupRows, "days"> & { boundaries: readonly number[] },
  groups?: readonly string[],
): SQL {
  const { pieces, rest } = hourPieces(boundaries, days);
  return sql`
    select group_id, class, step, sums[high] - coalesce(sums[low], 0) as events
    from ${piecesTable(pieces)} join ${unmappedDays} using (day)
    where ${and(groups && isOneOf(unmappedDays.group_id, groups), chosenDays(asked)) ?? sql`true`}
    union all
    select group_id, class, ${stepOf(unmappedHours.hour, boundaries)}, events from ${unmappedHours}
    where ${and(withinAny(unmappedHours.hour, rest), groups && isOneOf(unmappedHours.group_id, groups), chosenHours(asked))}`;
}

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
  if (groups.length === 0) return [];
  const asked = { filters: {}, confinement };
  const columns = "group_id, service, release, first_seen_at, last_seen_at";
  const rows = await tx.execute<Sighting & { group_id: string }>(sql`
    select group_id, service, release, min(first_seen_at) as first_seen_at, max(last_seen_at) as last_seen_at
    from (${groupRows(asked, await readGroupRows(tx, asked), columns, groups)}) as row group by 1, 2, 3`);
  return rows.map((row) => ({
    ...row,
    first_seen_at: instantFromPostgres(row.first_seen_at),
    last_seen_at: instantFromPostgres(row.last_seen_at),
  }));
}

/** On which of these days each group turned up; `days` are their starts and the end of the last, milliseconds. */
export async function readGroupDays(
  tx: Transaction,
  question: Asked,
  days: readonly number[],
): Promise<{ group_id: string; day: number }[]> {
  const range = { from: days[0] ?? 0, to: days.at(-1) ?? 0 };
  const rows = await readGroupRows(tx, question, range);
  return tx.execute(sql`
    select distinct group_id, step as day
    from (${stepRows(question, { days: rows.days, boundaries: days })}) as row where events > 0`);
}
