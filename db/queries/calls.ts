import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { PreparedCall, PreparedCallReport } from "@/domain/reported-calls";
import { unsumDays } from "./summed-days";

/**
 * Enters the reports whose id is new and answers the ids of those. Of two that come at once the second waits
 * for the first and finds it. Sorted, so that two batches cannot deadlock.
 */
export async function enterCallReports(
  tx: Transaction,
  reports: readonly PreparedCallReport[],
): Promise<Set<string>> {
  const rows = reports.map(({ lines: _, ...report }) => report);
  const entered = await tx.execute<{ report_id: string }>(sql`
    insert into call_reports (source_id, report_id, content_hash, received_at)
    select * from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as item(source_id int, report_id uuid, content_hash bigint, received_at timestamptz)
    order by source_id, report_id
    on conflict do nothing returning report_id`);
  return new Set(entered.map(({ report_id }) => report_id));
}

/** The content hashes of known reports, by id. */
export async function readCallReportHashes(
  tx: Transaction,
  source_id: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.execute<{ report_id: string; content_hash: string }>(sql`
    select report_id, content_hash::text as content_hash from call_reports
    where source_id = ${source_id} and report_id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map((row) => [row.report_id, row.content_hash]));
}

/** Adds calls to their minutes; sorted like every write to shared rows. */
export async function addCalls(tx: Transaction, calls: readonly PreparedCall[]): Promise<void> {
  if (calls.length === 0) return;
  await unsumDays(
    tx,
    "calls",
    calls.map(({ minute }) => minute),
  );
  await tx.execute(sql`
    insert into calls as c (minute, tool, service, environment, tenant, release, calls)
    select minute, tool, service, environment, tenant, release, sum(calls)
    from json_to_recordset(${JSON.stringify(calls)}::text::json) as item(minute timestamptz, tool text,
      service text, environment text, tenant text, release text, calls bigint)
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint calls_minute do update set calls = c.calls + excluded.calls`);
}
