import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { codeHours } from "@/db/schema/code-hours";
import { codeDays } from "@/db/schema/summed-days";
import type { ValueFilters } from "@/domain/filters";
import { instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { hourPieces, type MillisRange } from "@/domain/rate-pieces";
import { type SummedDay, splitByDays } from "@/domain/summed-days";
import type { CountedUse } from "@/domain/use-of-code";
import { confine } from "./confinement";
import { matching } from "./event-filter";
import { CODE_SUMS } from "./sum-days";
import { daysArray, piecesTable, readSummedDays, stepOf, withinAny } from "./summed-days";

export type CodesFilters = Pick<
  ValueFilters,
  "service" | "environment" | "tenant" | "tool" | "code" | "class"
>;

export type CodesQuestion = {
  /** Whole hours; milliseconds since 1970. */
  from: number;
  to: number;
  filters: CodesFilters;
  confinement: Confinement;
};

/** Where the question is read: days that are whole, ranges of hours for the rest. */
export type CodeRows = { whole: number[]; rest: MillisRange[]; days: SummedDay[] };

const NO_TENANTS = { tenant: null };

/** Days know no tenants: who asks for one, or sees only some, is answered by the hours. */
export async function readCodeRows(tx: Transaction, question: CodesQuestion): Promise<CodeRows> {
  const { from, to, filters, confinement } = question;
  const byTenant = (filters.tenant?.length ?? 0) > 0 || confinement.tenants !== null;
  const days = byTenant ? [] : await readSummedDays(tx, "hours", { from, to });
  return { ...splitByDays({ from, to }, days), days };
}

function chosenHours({ filters, confinement }: CodesQuestion): SQL | undefined {
  return and(
    matching(filters, { ...codeHours, effect: null, release: null, unmapped: null }),
    confine(confinement, codeHours),
  );
}

function chosenDays({ filters, confinement }: CodesQuestion): SQL | undefined {
  const isNarrow = [filters.service, filters.environment].some((values) => (values?.length ?? 0) > 0);
  const isConfined = confinement.services !== null || confinement.environments !== null;
  return and(
    eq(codeDays.level, isNarrow || isConfined ? "full" : "overview"),
    matching(filters, { ...codeDays, ...NO_TENANTS, effect: null, release: null, unmapped: null }),
    confine(confinement, { ...codeDays, ...NO_TENANTS }),
  );
}

/** `select <columns>` of what the question is about, from days and hours alike. */
export function codeRows(
  question: CodesQuestion,
  { whole, rest }: CodeRows,
  columns: readonly string[],
): SQL {
  const names = sql.raw(columns.join(", "));
  return sql`
    select ${names} from ${codeDays}
      where ${and(sql`${codeDays.day} = any(${daysArray(whole)})`, chosenDays(question))}
    union all select ${names} from ${codeHours}
      where ${and(withinAny(codeHours.hour, rest), chosenHours(question))}`;
}

/** What a use of a code counts, by class and tool. */
export type CodeUseRow = CountedUse & { code: string; first_seen_at: string; last_seen_at: string };

const USE_COLUMNS = [
  ...["code", "tool", "class", "unmapped"],
  ...[...CODE_SUMS, "example_at", "first_seen_at", "last_seen_at"],
];

/** How the codes of the range were used, most failures first. One row a code, tool and class: few, whatever the range. */
export async function readCodeUses(
  tx: Transaction,
  question: CodesQuestion,
  rows: CodeRows,
): Promise<CodeUseRow[]> {
  const sums = CODE_SUMS.map((name) => sql.raw(`sum(${name})::float8 as ${name}`));
  const uses = await tx.execute<CodeUseRow>(sql`
    select u.*, t.writes, example.example_reference, example.example_event_id from (
      select code, tool, class, bool_or(unmapped) as unmapped, ${sql.join(sums, sql`, `)},
        coalesce(max(example_at) filter (where lacking_in_reading > 0), max(example_at)) as example_at,
        min(first_seen_at) as first_seen_at, max(last_seen_at) as last_seen_at
      from (${codeRows(question, rows, USE_COLUMNS)}) as row group by code, tool, class
    ) as u left join tools t using (tool) left join lateral (${exampleOf(question)}) as example on true
    order by u.events desc, u.code, u.tool, u.class`);
  return uses.map((row) => ({
    ...row,
    first_seen_at: instantFromPostgres(row.first_seen_at),
    last_seen_at: instantFromPostgres(row.last_seen_at),
  }));
}

/** Failures of all these codes. */
export async function countOfCodes(
  tx: Transaction,
  question: CodesQuestion,
  rows: CodeRows,
): Promise<number> {
  const [row] = await tx.execute<{ events: number }>(sql`
    select coalesce(sum(events), 0)::float8 as events from (${codeRows(question, rows, ["events"])}) as row`);
  return row?.events ?? 0;
}

/**
 * The newest that lacks something, one that lacks more than the effect where there is one. When that was is summed up;
 * which it was stands in its hour.
 */
const exampleOf = (question: CodesQuestion): SQL => sql`
  select example_reference, example_event_id from ${codeHours}
  where ${and(
    sql`${codeHours.code} = u.code and ${codeHours.hour} = date_trunc('hour', u.example_at, 'UTC')`,
    sql`${codeHours.example_at} = u.example_at and ${codeHours.tool} = u.tool and ${codeHours.class} = u.class`,
    chosenHours(question),
  )}
  order by example_reference, example_event_id limit 1`;

/** Failures of the codes by step; steps begin and end on full hours. */
export function readCodeSteps(
  tx: Transaction,
  question: CodesQuestion,
  { days }: CodeRows,
  boundaries: readonly number[],
): Promise<{ code: string; step: number; events: number }[]> {
  const { pieces, rest } = hourPieces(boundaries, days);
  return tx.execute(sql`
    select code, step, sum(events)::float8 as events from (
      select code, step, sums[high] - coalesce(sums[low], 0) as events
      from ${piecesTable(pieces)} join ${codeDays} using (day) where ${chosenDays(question)}
      union all
      select code, ${stepOf(codeHours.hour, boundaries)}, events
      from ${codeHours} where ${and(withinAny(codeHours.hour, rest), chosenHours(question))}
    ) as row where events > 0 group by 1, 2`);
}

export type RegisteredCode = {
  code: string;
  first_seen_at: string | null;
  last_seen_at: string | null;
  retired_at: string | null;
  retired_by: string | null;
};

/**
 * Every code ever seen, with its first and last time: for who is confined those of their part, as long as events are
 * kept. Each needs two steps down the index of a code, whatever the history.
 */
export async function readRegistry(
  tx: Transaction,
  confinement: Confinement,
  codes?: readonly string[],
): Promise<RegisteredCode[]> {
  const confined = confine(confinement, codeHours);
  const end = (column: string, order: string) => sql`
    select ${sql.raw(column)} from ${codeHours} where ${and(sql`${codeHours.code} = c.code`, confined)}
    order by ${sql.raw(order)} limit 1`;
  const rows = await tx.execute<RegisteredCode>(sql`
    select c.code, ${confined ? sql`seen.at` : sql`c.first_seen_at`} as first_seen_at, last.at as last_seen_at,
      c.retired_at, c.retired_by
    from codes c
    left join lateral (${end("first_seen_at as at", "hour, first_seen_at")}) as seen on true
    left join lateral (${end("last_seen_at as at", "hour desc, last_seen_at desc")}) as last on true
    where ${
      and(
        confined && sql`seen.at is not null`,
        codes && sql`c.code = any(${sql.param([...codes])}::text[])`,
      ) ?? sql`true`
    }`);
  return rows.map((row) => ({
    ...row,
    first_seen_at: orNull(row.first_seen_at),
    last_seen_at: orNull(row.last_seen_at),
    retired_at: orNull(row.retired_at),
  }));
}

const orNull = (text: string | null) => (text === null ? null : instantFromPostgres(text));

/** Retires a code; false where nobody ever sent it, or it is retired already. */
export async function retireCode(tx: Transaction, code: string, by: string, now: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    update codes set retired_at = ${now}::text::timestamptz, retired_by = ${by}
    where code = ${code} and retired_at is null returning 1`);
  return rows.length > 0;
}

/** Takes it back; when and by whom it was retired, or null where it was not. */
export async function unretireCode(
  tx: Transaction,
  code: string,
): Promise<{ retired_at: string; retired_by: string | null } | null> {
  const rows = await tx.execute<{ retired_at: string; retired_by: string | null }>(sql`
    with was as (select code, retired_at, retired_by from codes where code = ${code} and retired_at is not null for update)
    update codes set retired_at = null, retired_by = null from was where codes.code = was.code
    returning was.retired_at, was.retired_by`);
  const [row] = rows;
  return row ? { ...row, retired_at: instantFromPostgres(row.retired_at) } : null;
}

/** Whether a code was ever seen. */
export async function isKnownCode(tx: Transaction, code: string): Promise<boolean> {
  return (await tx.execute(sql`select 1 from codes where code = ${code}`)).length > 0;
}
