import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import { ensurePartitions } from "@/db/queries/partitions";

export const DAYS = 90;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** Rows of one INSERT; more at once only fills temporary files. */
const AT_ONCE = 500_000;

/**
 * Failures up to `count` over ninety days in weekly partitions: twelve tools with four codes each, two environments,
 * twenty tenants, a release every ten days. They are counted in SQL as the ingest counts them, once all are there.
 */
export async function fillFailures(db: Database, sql: Sql, count: number): Promise<void> {
  const days = Array.from({ length: DAYS + 1 }, (_, day) =>
    new Date(Date.now() - day * DAY_MS).toISOString(),
  );
  await ensurePartitions(db, "events", days, WEEK_DAYS);
  const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from events`;
  for (let from = (row?.stored ?? 0) + 1; from <= count; from += AT_ONCE)
    await insertFailures(sql, from, Math.min(from + AT_ONCE - 1, count));
  await sql`truncate series restart identity`;
  await sql`truncate rollup_minutes, rollup_hours, rollup_days, rolled_days`;
  for (const level of ["overview", "full", "tenant"] as const) await countLevel(sql, level);
  await sql`vacuum analyze events, series, rollup_minutes, rollup_hours`;
}

async function insertFailures(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    insert into events (source_id, event_id, reference, occurred_at, received_at, content_hash, skeleton, tool, code,
      class, effect, unmapped, retryable, idempotency_key, run_id, tenant, environment, service, release, marks, body)
    select 1, md5('event ' || n)::uuid, reference, at, at, n, reference, 'tool_' || tool, 'code_' || tool || '_' || code,
      (array['validation', 'authorization', 'not_found', 'transient', 'system', 'semantic'])[1 + (tool + code) % 6],
      (array['absent', 'unknown', null])[1 + n % 3], code = 3, false, 'key-' || n, 'run-' || n / 4, 'tenant-' || n % 20,
      case when n % 5 = 0 then 'staging' else 'production' end, 'service-' || tool % 3, 'r' || day / 10, '{}',
      '{"message":"The request could not be completed because the status of the item does not allow it."}'
    from (
      select n, 'err_' || left(md5('reference ' || n), 10) as reference, seconds / 86400 as day,
        now() - interval '90 days' + seconds * interval '1 second' as at,
        (n * 31 % 12)::int as tool, (n / 12 * 7 % 4)::int as code
      from (select n, n * 7919::bigint % 7775000 as seconds from generate_series(${from}::bigint, ${to}::bigint) as n) as timed
    ) as made`;
}

const DIMENSIONS = {
  overview: ["service", "environment", "class", "unmapped"],
  full: ["service", "environment", "class", "unmapped", "tool", "code", "effect", "release"],
  tenant: ["service", "environment", "class", "unmapped", "tool", "code", "effect", "release", "tenant"],
} as const;

/** The series of a level and their rollups, from the events; series are told apart by one text, for nulls join nothing. */
async function countLevel(sql: Sql, level: keyof typeof DIMENSIONS): Promise<void> {
  const names = DIMENSIONS[level];
  const key = `concat_ws('|', ${names.map((name) => `coalesce(${name}::text, '-')`).join(", ")})`;
  const quarters = [0, 1, 2, 3].map(
    (quarter) => `(count(*) filter (where extract(minute from occurred_at)::int / 15 = ${quarter}))::int`,
  );
  await sql.unsafe(`insert into series (level, first_source_id, ${names.join(", ")})
    select distinct '${level}', 1, ${names.join(", ")} from events`);
  await sql.unsafe(
    `create unlogged table keyed as select series_id, ${key} as key from series where level = '${level}'`,
  );
  await sql.unsafe(`insert into rollup_hours select series_id, hour, q0, q1, q2, q3 from (
      select ${key} as key, date_trunc('hour', occurred_at) as hour,
        ${quarters.map((quarter, at) => `${quarter} as q${at}`).join(", ")} from events group by 1, 2
    ) as counted join keyed using (key) order by hour`);
  if (level !== "tenant")
    await sql.unsafe(`insert into rollup_minutes select series_id, minute, failures from (
        select ${key} as key, date_trunc('minute', occurred_at) as minute, count(*)::int as failures from events
        where occurred_at > now() - interval '7 days' group by 1, 2
      ) as counted join keyed using (key) order by minute`);
  await sql`drop table keyed`;
}
