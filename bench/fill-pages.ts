import { gzipSync } from "node:zlib";
import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import { ensurePartitions } from "@/db/queries/partitions";
import { bulk, bulkByWeek, withoutIndexes } from "./bulk";
import { DAYS, runsFrom } from "./fill-failures";
import { told } from "./progress";

const DAY_MS = 86_400_000;
/** Frames are there for so long; what was made of older ones stands in `unmapped_hours`. */
const FRAMES_DAYS = 7;
const RECOVERIES_PER_EVENT = 1 / 10;

/**
 * What the pages read beside failures and their rollups, of ninety days: calls of each minute, recoveries, hours looked
 * through, releases, leaks, what came in, silences. Made in SQL as the doors and duties make it; `check-fill.ts` holds
 * what is derived from the events against the duties themselves.
 */
export async function fillPages(db: Database, sql: Sql, start: string): Promise<void> {
  const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from events`;
  // Calls stay as they are, whatever failed; of all else the days are to be made anew.
  await sql`truncate code_days, unmapped_days, recovery_days`;
  await sql`delete from summed_days where of <> 'calls'`;
  await Promise.all([lookThrough(db, sql, start), fillTheRest(sql, start, row?.stored ?? 0)]);
  await sql`analyze`;
}

/** What the duties find in the events. */
async function lookThrough(db: Database, sql: Sql, start: string): Promise<void> {
  await told("hours looked through", () => withoutIndexes(sql, "code_hours", () => fillCodeHours(sql)));
  await told("unmapped failures grouped", () => fillUnmapped(db, sql, start));
}

async function fillTheRest(sql: Sql, start: string, failures: number): Promise<void> {
  const recoveries = failures * RECOVERIES_PER_EVENT;
  await told("names and leaks stored", () => fillNames(sql, start));
  await told("recoveries stored", () =>
    withoutIndexes(sql, "recoveries", () => fillRecoveries(sql, recoveries, start)),
  );
  await told("intake counted", () => onceInto(sql, "intake_counts", () => fillIntake(sql, start)));
  await told("calls counted", () => onceInto(sql, "calls", () => fillCalls(sql, start)));
}

/** What does not grow with the failures is filled once. */
async function onceInto(sql: Sql, table: string, fill: () => Promise<void>): Promise<void> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select from ${sql(table)}) as found`;
  if (!row?.found) await withoutIndexes(sql, table, fill);
}

async function fillNames(sql: Sql, start: string): Promise<void> {
  await sql`truncate tools, codes, releases, leaks, silences, silence_runs`;
  await sql`insert into tools (tool, writes, first_seen_at)
    select 'tool_' || n, n % 2 = 0, ${start}::text::timestamptz from generate_series(0, 11) as n`;
  await sql`insert into codes (code, first_seen_at) select code, min(occurred_at) from events group by code`;
  await sql`insert into releases (service, environment, release, released_at, known_from)
    select 'service-' || service, environment, 'r' || n, ${start}::text::timestamptz + n * interval '10 days', 'report'
    from generate_series(0, 8) as n, generate_series(0, 2) as service, unnest(array['production', 'staging']) as environment`;
  await sql`
    insert into leaks (leak_id, day, tool, kind, field, code, tenant, environment, service, events, example,
      example_reference, example_event_id, example_occurred_at, first_seen_at, last_seen_at)
    select gen_random_uuid(), day, 'tool_' || tool, kind, 'message', 'code_' || tool || '_1', 'tenant-' || tool, 'production',
      'service-0', 5, 'at ███', 'err_x', gen_random_uuid()::text, day, day, day
    from generate_series((${start}::text::timestamptz)::date, now()::date, interval '1 day') as day, generate_series(0, 11) as tool,
      unnest(array['trace', 'path', 'sql']) as kind`;
  await sql`
    insert into silences (level, tool, code, service, environment, state, since, noticed_at, judged_at, evidence)
    select 'full', 'tool_' || n % 12, 'code_' || n % 12 || '_' || n % 18, 'service-' || n % 3, 'production', 'unexplained',
      now() - n * interval '1 day', now(), now(), '{}' from generate_series(1, 36) as n`;
  await sql`insert into silence_runs (judged_at) values (now())`;
}

/** Twelve tools of three services in each minute; the tenants and environments by turns. */
async function fillCalls(sql: Sql, start: string): Promise<void> {
  await sql`
    insert into calls (minute, tool, service, environment, tenant, calls)
    select minute, 'tool_' || tool, 'service-' || service, case when spread / 20 % 5 = 0 then 'staging' else 'production' end,
      'tenant-' || spread % 20, 20 + spread % 31
    from (
      select *, abs(hashint8((extract(epoch from minute)::bigint / 60) * 36 + tool * 3 + service)::bigint) as spread
      from generate_series(date_trunc('minute', ${start}::text::timestamptz), now(), interval '1 minute') as minute,
        generate_series(0, 11) as tool, generate_series(0, 2) as service
    ) as made order by minute`;
}

/** One for each run, of as many runs as there are recoveries. */
async function fillRecoveries(sql: Sql, count: number, start: string): Promise<void> {
  await sql`truncate recoveries`;
  const runs = runsFrom(`select run from generate_series(0, ${Math.round(count) - 1}::bigint) as run`, start);
  await bulk(
    sql,
    `
    insert into recoveries (source_id, recovery_id, content_hash, run_id, tool, code, class, attempts, outcome, service,
      environment, tenant, release, occurred_at, received_at)
    select 1, md5('recovery ' || run)::uuid, run, 'run-' || run, tool, code, class,
      (2 - ln(1 - (spread / 7 % 1000) / 1000.0) * 1.5)::int, (array['recovered', 'recovered', 'recovered', 'recovered',
      'recovered', 'recovered', 'recovered', 'gave_up', 'gave_up', 'escalated'])[1 + spread / 11 % 10], service,
      environment, tenant, release, begun + interval '90 seconds', begun + interval '90 seconds'
    from (${runs}) as run order by begun`,
  );
}

/**
 * By the rules of `readCodeHours`, which bodies are read for; here their kind says the same. An example is the greatest of
 * its kind: to order those of each hour would sort all events.
 */
async function fillCodeHours(sql: Sql): Promise<void> {
  await sql`truncate code_hours, counted_hours`;
  const times = (condition: string) => `(count(*) filter (where ${condition}))::int`;
  const silent = "position('hint' in body) = 0 and class = 'validation'";
  const early = "position('retry_after' in body) = 0 and class = 'transient'";
  const lacks = `((${silent}) or (${early}))`;
  const key = "hour, code, tool, class, unmapped, tenant, environment, service";
  const counts = `events, retry_yes, retry_no, effect_absent, effect_committed, effect_unknown, lacks_message, lacks_field,
    lacks_correction, lacks_retry_after, lacks_effect, lacking, lacking_in_reading`;
  await bulkByWeek(
    sql,
    (inWeek) => `
    insert into code_hours (${key}, ${counts}, first_seen_at, last_seen_at, example_reference, example_event_id, example_at)
    select ${key}, ${counts}, first_seen_at, last_seen_at, example[3], example[4], example[2]::timestamptz from (
      select date_trunc('hour', occurred_at) as hour, code, tool, class, unmapped, tenant, environment, service,
        count(*) as events, ${times("retryable and effect is distinct from 'unknown'")} as retry_yes,
        ${times("not retryable and effect is distinct from 'unknown'")} as retry_no, ${times("effect = 'absent'")} as effect_absent,
        0 as effect_committed, ${times("effect = 'unknown'")} as effect_unknown, 0 as lacks_message, ${times(silent)} as lacks_field,
        ${times(silent)} as lacks_correction, ${times(early)} as lacks_retry_after, ${times("effect is null")} as lacks_effect,
        ${times(`${lacks} or effect is null`)} as lacking, ${times(lacks)} as lacking_in_reading,
        max(array[(${lacks})::text, occurred_at::text, reference, event_id::text] collate "C")
          filter (where ${lacks} or effect is null) as example,
        min(occurred_at) as first_seen_at, max(occurred_at) as last_seen_at
      from events where ${inWeek} group by ${key}
    ) as counted order by hour`,
  );
  await sql`insert into counted_hours (hour, failures, changed_at, counted_at)
    select hour, sum(events), now() - interval '2 days', now() from code_hours group by hour`;
}

/** Which group an unmapped failure is of: five to a tool by their frames, and one to each tool and class without. */
const KIND = "case when abs(hashtext(run_id)) % 6 < 5 then abs(hashtext(run_id)) % 6 end";

async function fillUnmapped(db: Database, sql: Sql, start: string): Promise<void> {
  await sql`truncate unmapped_groups, unmapped_hours`;
  // The digest of `store-hours.ts`, so that what the duty makes of an hour falls into the same groups.
  await bulk(
    sql,
    `
    create unlogged table grouped as
    select *, left(encode(sha256(convert_to('[1,' || case when at is null
        then '"plain","' || tool || '",null,"internal_error","' || class || '",null'
        else '"frames","' || tool || '","' || fingerprint || '",null,null,null' end || ']', 'UTF8')), 'hex'), 32)::uuid as group_id
    from (select *, hashtextextended(tool || at, 0) as fingerprint from (
      select tool, class, reference, event_id, occurred_at, tenant, environment, service, release, retryable, idempotency_key,
        ${KIND} as at from events where unmapped) as kinds) as known`,
  );
  await sql`
    insert into unmapped_groups (group_id, kind, tool, fingerprint, exception_type, top_frame, language, code, class)
    select distinct on (group_id) group_id, case when at is null then 'plain' else 'frames' end, tool,
      fingerprint, case when at is not null then 'KeyError' end, case when at is not null then tool || ' in step ' || at end,
      case when at is not null then 'python' end, case when at is null then 'internal_error' end, case when at is null then class end
    from grouped`;
  await sql`
    insert into unmapped_hours (hour, group_id, class, tenant, environment, service, release, events, unsafe, first_seen_at,
      last_seen_at, example_reference, example_event_id)
    select date_trunc('hour', occurred_at), group_id, class, tenant, environment, service, release, count(*)::int,
      (count(*) filter (where idempotency_key is null and coalesce(retryable, class = 'transient')))::int,
      min(occurred_at), max(occurred_at), (array_agg(reference order by occurred_at desc, event_id))[1],
      (array_agg(event_id::text order by occurred_at desc, event_id))[1]
    from grouped group by 1, 2, 3, 4, 5, 6, 7 order by 1`;
  await fillFrames(db, sql, start);
  await sql`drop table grouped`;
}

async function fillFrames(db: Database, sql: Sql, start: string): Promise<void> {
  const days = Array.from({ length: FRAMES_DAYS + 2 }, (_, day) =>
    new Date(Date.parse(start) + (DAYS - day + 1) * DAY_MS).toISOString(),
  );
  await ensurePartitions(db, "frames", days, 7);
  await sql`truncate frames`;
  const payload = gzipSync(
    JSON.stringify({ exceptions: [{ type: "KeyError", message: "'x'", frames: [] }] }),
  ).toString("hex");
  await sql.unsafe(`
    insert into frames (reference, captured_at, frames_id, source_id, received_at, event_id, skeleton, content_hash, tool,
      tenant, environment, service, language, exception_type, fingerprint, top_frame, payload)
    select reference, occurred_at, event_id, 1, occurred_at, event_id, reference, 1, tool, tenant, environment, service,
      'python', 'KeyError', fingerprint, tool || ' in step ' || at, '\\x${payload}'
    from grouped where at is not null
      and occurred_at >= '${start}'::timestamptz + interval '${DAYS - FRAMES_DAYS} days'`);
}

/** What five sources sent, 14 counts in each five minutes. */
async function fillIntake(sql: Sql, start: string): Promise<void> {
  await sql`insert into sources (name) select 'source-' || n from generate_series(1, 5) as n on conflict do nothing`;
  await sql`
    insert into intake_counts (source_id, door, slot, measure, detail, items)
    select source_id, door, slot, measure, detail, 1 + extract(epoch from slot)::bigint / 300 % 100
    from generate_series(date_trunc('hour', ${start}::text::timestamptz), now(), interval '5 min') as slot
    cross join sources
    cross join (
      select 'events' as door, unnest(array['accepted', 'duplicate', 'skewed', 'scrubbed', 'malformed_code']) as measure, '' as detail
      union all select 'events', 'rejected', 'reason_' || n from generate_series(1, 2) as n
      union all select 'events', 'lag', n::text from generate_series(1, 5) as n
      union all select unnest(array['frames', 'calls']), 'accepted', ''
    ) as counted`;
}
