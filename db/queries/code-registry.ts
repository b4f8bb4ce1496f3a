import { and, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { codeHours } from "@/db/schema/code-hours";
import type { ValueFilters } from "@/domain/filters";
import { instantFromMicros, instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import type { CountedUse } from "@/domain/use-of-code";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";
import { boundsOf } from "./worklist";

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

const isoOf = (millis: number) => instantFromMicros(millis * 1000).iso;

function asked({ from, to, filters, confinement }: CodesQuestion): SQL | undefined {
  return and(
    within(codeHours.hour, isoOf(from), isoOf(to)),
    matching(filters, { ...codeHours, effect: null, release: null, unmapped: null }),
    confine(confinement, codeHours),
  );
}

/** What a use of a code counts, by class and tool. */
export type CodeUseRow = CountedUse & { code: string; first_seen_at: string; last_seen_at: string };

const SUMS = [
  ...["events", "retry_yes", "retry_no", "effect_absent", "effect_committed", "effect_unknown", "lacks_message"],
  ...["lacks_field", "lacks_correction", "lacks_retry_after", "lacks_effect", "lacking", "lacking_in_reading"],
]; // biome-ignore format: one list

/** How the codes of the range were used. One row a code, tool and class: few, whatever the range. */
export async function readCodeUses(tx: Transaction, question: CodesQuestion): Promise<CodeUseRow[]> {
  const sums = SUMS.map((name) => sql.raw(`sum(${name})::float8 as ${name}`));
  const rows = await tx.execute<CodeUseRow>(sql`
    select u.*, t.writes, example.example_reference, example.example_event_id from (
      select code, tool, class, bool_or(unmapped) as unmapped, ${sql.join(sums, sql`, `)},
        min(first_seen_at) as first_seen_at, max(last_seen_at) as last_seen_at
      from ${codeHours} where ${asked(question)} group by code, tool, class
    ) as u left join tools t using (tool) left join lateral (${exampleOf(question)}) as example on true`);
  return rows.map((row) => ({
    ...row,
    first_seen_at: instantFromPostgres(row.first_seen_at),
    last_seen_at: instantFromPostgres(row.last_seen_at),
  }));
}

/**
 * The newest that lacks something, one that lacks more than the effect where there is one: down the index of its code,
 * and only for what lacks anything. Sorting all rows for it took as long as all the rest.
 */
function exampleOf(question: CodesQuestion): SQL {
  return sql`
    select example_reference, example_event_id from ${codeHours}
    where ${and(
      sql`u.lacking > 0 and ${codeHours.code} = u.code and ${codeHours.tool} = u.tool and ${codeHours.class} = u.class`,
      sql`case when u.lacking_in_reading > 0 then ${codeHours.lacking_in_reading} else ${codeHours.lacking} end > 0`,
      asked(question),
    )}
    order by ${codeHours.hour} desc, ${codeHours.last_seen_at} desc limit 1`;
}

/** Failures of the codes by step of so many hours. */
export function readCodeSteps(tx: Transaction, question: CodesQuestion, step_hours: number) {
  return tx.execute<{ code: string; step: number; events: number }>(sql`
    select code, sum(events)::float8 as events,
      width_bucket(hour, ${boundsOf(question, step_hours)}::timestamptz[]) - 1 as step
    from ${codeHours} where ${asked(question)} group by 1, 3`);
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
