import type { Sql } from "postgres";
import type { Database } from "@/db/client";
import { ensurePartitions, type PartitionedTable } from "@/db/queries/partitions";

const PARTITIONS = 30;
const DAY_MS = 86_400_000;

/**
 * Makes events up to `count`, and frames of every tenth, over thirty partitions of a day each. Every fourth reference has
 * six hex digits, the others ten; numbered in no order. Of each event the reference is known from its number.
 */
export async function fillEvents(db: Database, sql: Sql, count: number): Promise<void> {
  const days = Array.from({ length: PARTITIONS }, (_, day) =>
    new Date(Date.now() - day * DAY_MS).toISOString(),
  );
  for (const table of ["events", "frames"] satisfies PartitionedTable[])
    await ensurePartitions(db, table, days, 1);
  const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from events`;
  await sql`
    insert into events (source_id, event_id, reference, occurred_at, received_at, content_hash, skeleton, tool, code,
      class, effect, unmapped, retryable, idempotency_key, run_id, call_id, trace_id, tenant, environment, service,
      release, marks, body)
    select 1, md5('event ' || n)::uuid, reference, at, at, n, translate(lower(reference), 'oil_', '011'), 'issue_refund',
      'invalid_status', 'validation', case when n % 50 = 0 then 'absent' end, false, false, 'key-' || n, 'run-' || n / 4,
      'call_' || n, md5('trace ' || n), 'tenant-' || n % 7, 'production', 'support-agent', '2026.11', '{}',
      '{"message":"The request could not be completed because the status of the item does not allow it."}'
    from (
      select n, 'err_' || left(md5('reference ' || n), case when n % 4 = 0 then 6 else 10 end) as reference,
        now() - (n * 7919::bigint % 2505600) * interval '1 second' as at
      from generate_series(${(row?.stored ?? 0) + 1}::int, ${count}::int) as n
    ) as made`;
  await sql`
    insert into frames (reference, captured_at, frames_id, source_id, received_at, event_id, skeleton, content_hash,
      tool, tenant, environment, service, language, exception_type, payload)
    select reference, occurred_at, event_id, 1, occurred_at, event_id, skeleton, content_hash, tool, tenant, environment,
      service, 'python', 'ValueError', '\\x1f8b'
    from events where content_hash % 10 = 0 and content_hash > ${row?.stored ?? 0}
    on conflict do nothing`;
  await sql`vacuum analyze events, frames`;
}

/** The reference of a number, and the other identifiers of its event. */
export async function readFilled(sql: Sql, numbers: readonly number[]) {
  return sql<
    {
      n: number;
      reference: string;
      trace_id: string;
      run_id: string;
      call_id: string;
      idempotency_key: string;
    }[]
  >`
    select n, 'err_' || left(md5('reference ' || n), case when n % 4 = 0 then 6 else 10 end) as reference,
      md5('trace ' || n) as trace_id, 'run-' || n / 4 as run_id, 'call_' || n as call_id, 'key-' || n as idempotency_key
    from unnest(${numbers}::int[]) as n`;
}
