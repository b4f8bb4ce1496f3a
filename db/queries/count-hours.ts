import { and, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import { frames } from "@/db/schema/frames";
import type { HourOfFailures } from "@/domain/hours-to-count";
import { addSeconds, instantFromPostgres } from "@/domain/instant";
import { within } from "./event-filter";

/** Hours of failures since `from` by the rollups, with what was counted of each. */
export async function readHoursOfFailures(
  db: Pick<Database, "execute">,
  from: string,
): Promise<HourOfFailures[]> {
  type Row = { hour: string; failures: number; was: number | null; changed_at: string; counted_at: string };
  const rows = await db.execute<Row>(sql`
    select hour, rolled.failures, c.failures::float8 as was, c.changed_at, c.counted_at
    from (
      select hour, sum(q0 + q1 + q2 + q3)::float8 as failures
      from rollup_hours join series using (series_id)
      where level = 'overview' and hour >= ${from}::timestamptz group by hour
    ) as rolled left join counted_hours c using (hour)`);
  return rows.map(({ hour, failures, was, changed_at, counted_at }) => ({
    hour: instantFromPostgres(hour),
    failures,
    counted: was === null ? null : { failures: was, ...countedAt(changed_at, counted_at) },
  }));
}

const countedAt = (changed_at: string, counted_at: string) => ({
  changed_at: instantFromPostgres(changed_at),
  counted_at: instantFromPostgres(counted_at),
});

/** What the events of a code said, as `code_hours` keeps it. */
export type CodeHour = Record<string, unknown> & { events: number };

/**
 * What the events of an hour said and did not, by code and place. The rules are those of `lacksOf` in
 * `domain/said-less.ts`, which a test holds together with these.
 */
export function readCodeHours(tx: Transaction, hour: string): Promise<CodeHour[]> {
  return tx.execute<CodeHour>(sql`
    select code, tool, class, unmapped, tenant, environment, service, count(*)::int as events,
      ${times(sql`retryable and ${SURE}`)} as retry_yes, ${times(sql`not retryable and ${SURE}`)} as retry_no,
      ${times(sql`effect = 'absent'`)} as effect_absent, ${times(sql`effect = 'committed'`)} as effect_committed,
      ${times(sql`effect = 'unknown'`)} as effect_unknown, ${times(sql`no_message`)} as lacks_message,
      ${times(sql`no_field`)} as lacks_field, ${times(sql`no_correction`)} as lacks_correction,
      ${times(sql`no_retry_after`)} as lacks_retry_after, ${times(sql`effect is null`)} as lacks_effect,
      ${times(sql`lacks or effect is null`)} as lacking, ${times(sql`lacks`)} as lacking_in_reading,
      ${exampleOf(sql`reference`)} as example_reference, ${exampleOf(sql`event_id::text`)} as example_event_id,
      ${exampleOf(sql`occurred_at`)} as example_at,
      min(occurred_at) as first_seen_at, max(occurred_at) as last_seen_at
    from (select *, no_message or no_field or no_correction or no_retry_after as lacks from (${said(hour)}) as said) as event
    group by 1, 2, 3, 4, 5, 6, 7`);
}

/** While nobody knows the effect no code may be repeated: that answer says nothing of the code. */
const SURE = sql`effect is distinct from 'unknown'`;
const times = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;
const exampleOf = (column: SQL) => sql`(array_agg(${column} order by lacks desc, occurred_at desc, event_id)
  filter (where lacks or effect is null))[1]`;

/** A body nested deeper than this is not read: the parser of PostgreSQL would run out of stack and the hour with it. */
const DEPTH = 500;
const bodyJson = sql`case when length(body) - length(translate(body, '[{', '')) <= ${sql.raw(String(DEPTH))}
  then body::json end`;
/** Nothing, an empty text and an empty list say nothing. */
const isSilent = (field: string) =>
  sql`coalesce((said -> ${sql.raw(`'${field}'`)})::text, 'null') in ('null', '""', '[]')`;

function said(hour: string): SQL {
  return sql`
    select code, tool, class, unmapped, tenant, environment, service, retryable, effect, reference, event_id, occurred_at,
      said is not null and ${isSilent("message")} as no_message,
      said is not null and class = 'validation' and ${isSilent("field")} as no_field,
      said is not null and class = 'validation' and ${isSilent("permitted")} and ${isSilent("hint")} as no_correction,
      said is not null and class = 'transient' and retryable is not false and ${isSilent("retry_after")} as no_retry_after
    from ${events} cross join lateral (select ${bodyJson} as said) as body_read
    where ${within(events.occurred_at, hour, addSeconds(hour, HOUR_SECONDS))}`;
}

const HOUR_SECONDS = 3600;

/** The unmapped failures of an hour that are alike, by place. */
export type UnmappedHour = {
  kind: "frames" | "plain" | "malformed";
  tool: string;
  fingerprint: string | null;
  code: string | null;
  group_class: string | null;
  shape: string | null;
  exception_type: string | null;
  top_frame: string | null;
  language: string | null;
} & Record<string, unknown>;

/**
 * Unmapped failures of an hour by what would be mapped together: never by a library's wording. Frames belong to an event
 * as CONTRACT "Frames" says; `offset 0` keeps the order out of the search, as in `frame-kinds.ts`.
 */
export function readUnmappedHours(tx: Transaction, hour: string): Promise<UnmappedHour[]> {
  return tx.execute<UnmappedHour>(sql`
    select kind, tool, case kind when 'frames' then fingerprint end::text as fingerprint,
      case kind when 'plain' then code end as code, case kind when 'plain' then class end as group_class,
      case kind when 'malformed' then ${SHAPE} end as shape,
      min(exception_type) as exception_type, min(top_frame) as top_frame, min(language) as language,
      class, tenant, environment, service, release, count(*)::int as events,
      ${times(sql`idempotency_key is null and coalesce(retryable, class = 'transient')`)} as unsafe,
      min(occurred_at) as first_seen_at, max(occurred_at) as last_seen_at,
      (array_agg(reference order by occurred_at desc, event_id))[1] as example_reference,
      (array_agg(event_id::text order by occurred_at desc, event_id))[1] as example_event_id
    from (
      select *, case when malformed then 'malformed' when fingerprint is not null then 'frames' else 'plain' end as kind
      from (${unmapped(hour)}) as event
    ) as event
    group by 1, 2, 3, 4, 5, 6, class, tenant, environment, service, release`);
}

const SHAPE = sql`case when code_sent ~ '^[[:space:]]*[-+]?[0-9]+([.][0-9]+)?[[:space:]]*$' then 'number'
  when btrim(code_sent) ~ '[[:space:]]' then 'words' else 'other' end`;

function unmapped(hour: string): SQL {
  return sql`
    select ${events.tool}, ${events.code}, ${events.class}, ${events.tenant}, ${events.environment}, ${events.service},
      ${events.release}, ${events.occurred_at}, ${events.reference}, ${events.event_id}, ${events.retryable},
      ${events.idempotency_key}, 'malformed_code' = any(${events.marks}) as malformed,
      case when 'malformed_code' = any(${events.marks}) then (${bodyJson}) ->> 'code_sent' end as code_sent,
      record.fingerprint, record.exception_type, record.top_frame, record.language
    from ${events} left join lateral (
      select * from (
        select ${frames.fingerprint}, ${frames.exception_type}, ${frames.top_frame}, ${frames.language},
          ${frames.event_id} is not null as named, ${frames.captured_at}
        from ${frames}
        where ${frames.reference} = ${events.reference} and ${frames.fingerprint} is not null
          and ${frames.captured_at} between ${events.occurred_at} - interval '24 hours'
            and ${events.occurred_at} + interval '24 hours'
          and (${frames.event_id} = ${events.event_id} or ${frames.event_id} is null
            and ${frames.tenant} is not distinct from ${events.tenant}
            and (${frames.tool} is null or ${frames.tool} = ${events.tool}))
        offset 0
      ) as own order by named desc, captured_at desc limit 1
    ) as record on true
    where ${and(within(events.occurred_at, hour, addSeconds(hour, HOUR_SECONDS)), sql`${events.unmapped}`)}`;
}
