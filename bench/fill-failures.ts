import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import { ensurePartitions } from "@/db/queries/partitions";
import { bulk, WRITERS, withoutIndexes } from "./bulk";
import { severalAtOnce } from "./progress";

export const DAYS = 90;
const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** Rows of one INSERT. */
const AT_ONCE = 250_000;
/** The runs begin within so many seconds, each at one of its own. */
const SECONDS = 7_775_000;

/** Where the ninety days begin: every part of a fill goes by it, whenever it is made. */
export const startOfFill = (): string => new Date(Date.now() - DAYS * DAY_MS).toISOString();

const SECONDS_OF_RUN = `run * 31607 % ${SECONDS}`;

/**
 * Of run `run`: where and when it was, on which tool, and what failed. Twelve tools with 18 codes each, few of which are
 * most failures; three services, two environments, twenty tenants, a release every ten days. All of it is computed of the
 * number, so that whatever is filled later finds the same runs.
 */
export const runsFrom = (numbers: string, start: string): string => `
  select run, seconds, spread, start + seconds * interval '1 second' as begun, 'tool_' || tool as tool, rank,
    case rank when 2 then 'internal_error' else 'code_' || tool || '_' || rank end as code, rank = 2 as unmapped,
    (array['validation', 'authorization', 'not_found', 'transient', 'system', 'semantic'])[1 + (tool + rank) % 6] as class,
    (array['absent', 'unknown', null])[1 + (tool + rank) % 3] as effect, 'service-' || spread / 12 % 3 as service,
    'tenant-' || spread / 36 % 20 as tenant,
    case when spread / 720 % 5 = 0 then 'staging' else 'production' end as environment, 'r' || seconds / 864000 as release
  from (
    select run, seconds, spread, start, spread % 12 as tool, floor(18 * pow((spread / 3600 % 1000)::float8 / 1000, 3))::int as rank
    from (
      select run, ${SECONDS_OF_RUN} as seconds, abs(hashint8(run)::bigint) as spread, '${start}'::timestamptz as start
      from (${numbers}) as numbered
    ) as spread
  ) as placed`;

/**
 * Failures up to `count` over ninety days in weekly partitions, four to a run, twenty seconds apart. They are stored in order
 * of time, as they come: what lies in one quarter of an hour lies together.
 */
export async function fillFailures(db: Database, sql: Sql, count: number, start: string): Promise<void> {
  const days = Array.from({ length: DAYS + 2 }, (_, day) =>
    new Date(Date.parse(start) + day * DAY_MS).toISOString(),
  );
  await ensurePartitions(db, "events", days, WEEK_DAYS);
  const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from events`;
  const stored = row?.stored ?? 0;
  const parts = Math.ceil((count - stored) / AT_ONCE);
  const slices = Array.from({ length: parts }, (_, at) => ({
    ...{ from: stored, to: count, start },
    since: Math.floor((SECONDS * at) / parts),
    until: Math.floor((SECONDS * (at + 1)) / parts),
  }));
  await withoutIndexes(sql, "events", () =>
    severalAtOnce(slices, WRITERS, (slice) => insertFailures(sql, slice)),
  );
  await sql`analyze events`;
}

/** Of the runs of these failures those that begin within so many seconds. */
type Slice = { from: number; to: number; start: string; since: number; until: number };

async function insertFailures(sql: Sql, { from, to, start, since, until }: Slice): Promise<void> {
  const runs = runsFrom(
    `select run from generate_series(${from / 4}::bigint, ${to / 4 - 1}::bigint) as run
      where ${SECONDS_OF_RUN} >= ${since} and ${SECONDS_OF_RUN} < ${until} order by ${SECONDS_OF_RUN}`,
    start,
  );
  await bulk(
    sql,
    `
    insert into events (source_id, event_id, reference, occurred_at, received_at, content_hash, skeleton, tool, code,
      class, effect, unmapped, retryable, idempotency_key, arguments_hash, attempt, turn, run_id, tenant, environment,
      service, release, marks, body)
    select 1, md5('event ' || n)::uuid, reference, at, at, n, reference, tool, code, class, effect, unmapped,
      class = 'transient', case when run % 2 = 0 then 'key-' || run end, md5('arguments ' || n / 2), attempt + 1, attempt + 1,
      'run-' || run, tenant, environment, service, release, '{}', ${BODY}
    from (
      select *, 'err_' || left(md5('reference ' || n), 10) as reference,
        begun + attempt * interval '20 seconds' + n * 7919 % 1000000 * interval '1 microsecond' as at
      from (select *, run * 4 + attempt as n from (${runs}) as run cross join generate_series(0, 3) as attempt) as made
    ) as made`,
  );
}

/** What a body says: every other code names the field and the hint, every other one when to come back. */
const BODY = `case
    when rank % 2 = 0 and class = 'validation' then '{"message":"The status of the item does not allow it.","field":"status","hint":"Send a status that is permitted."}'
    when rank % 2 = 0 and class = 'transient' then '{"message":"The service is busy.","retry_after":5}'
    else '{"message":"The request could not be completed because the status of the item does not allow it."}' end`;
