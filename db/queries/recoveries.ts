import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { PreparedRecovery } from "@/domain/reported-recovery";
import { unsumDays } from "./summed-days";

/** Inserts the recoveries whose id is new and answers the ids of those; sorted, so that batches cannot deadlock. */
export async function insertRecoveries(
  tx: Transaction,
  recoveries: readonly PreparedRecovery[],
): Promise<Set<string>> {
  const rows = await tx.execute<{ recovery_id: string }>(sql`
    insert into recoveries (source_id, recovery_id, content_hash, run_id, tool, code, class, attempts, outcome,
      service, environment, tenant, release, occurred_at, received_at)
    select * from json_to_recordset(${JSON.stringify(recoveries)}::text::json) as item(source_id int,
      recovery_id uuid, content_hash bigint, run_id text, tool text, code text, class text, attempts int,
      outcome text, service text, environment text, tenant text, release text, occurred_at timestamptz,
      received_at timestamptz)
    order by source_id, recovery_id
    on conflict do nothing returning recovery_id`);
  const entered = new Set(rows.map(({ recovery_id }) => recovery_id));
  const added = recoveries.filter(({ recovery_id }) => entered.has(recovery_id));
  await unsumDays(
    tx,
    "recoveries",
    added.map(({ occurred_at }) => occurred_at),
  );
  return entered;
}

/** The content hashes of known recoveries, by id. */
export async function readRecoveryHashes(
  tx: Transaction,
  source_id: number,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.execute<{ recovery_id: string; content_hash: string }>(sql`
    select recovery_id, content_hash::text as content_hash from recoveries
    where source_id = ${source_id} and recovery_id = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map((row) => [row.recovery_id, row.content_hash]));
}
