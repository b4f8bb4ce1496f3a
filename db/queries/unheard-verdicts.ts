import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { confinedScope } from "@/domain/case-scope";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { expireVerdict } from "./expire-verdict";
import { readVerdict } from "./verdicts";

/** A verdict that nobody heard of, and what its case is known by. */
export type UnheardVerdict = {
  verdict_id: string;
  case_id: string;
  tool: string | null;
  idempotency_key: string | null;
};

/** Neither handed over nor taken, nor on its way this moment: one that is being sent may arrive. */
const unheard = (
  now: string,
) => sql`v.state = 'settled' and v.superseded_at is null and v.delivered_at is null
  and v.acknowledged_at is null and v.valid_until <= ${now}::text::timestamptz
  and not exists (select from outbox o join deliveries d on d.message_id = o.message_id
    where o.case_id = v.case_id and o.verdict_id = v.verdict_id and d.taken_until > ${now}::text::timestamptz)`;

/** Standing verdicts whose time passed before anybody heard of them, at most `limit` (`verdicts_undelivered`). */
export function listUnheardVerdicts(db: Database, now: string, limit: number): Promise<UnheardVerdict[]> {
  return db.execute<UnheardVerdict>(sql`
    select v.verdict_id, v.case_id, c.tool, c.idempotency_key
    from verdicts v join cases c on c.case_id = v.case_id and c.verdict_id = v.verdict_id and c.state = 'settled'
    where ${unheard(now)}
    order by v.valid_until, v.verdict_id limit ${limit}`);
}

/**
 * Reopens the case of such a verdict; false when somebody heard of it meanwhile, or it no longer stands. The case is
 * locked before the verdict, as everybody does, and both before the conditions are looked at again.
 */
export async function expireUnheard(
  tx: Transaction,
  { verdict_id, case_id }: UnheardVerdict,
  now: string,
): Promise<boolean> {
  await tx.execute(sql`select from cases where case_id = ${case_id}::text::uuid for update`);
  await tx.execute(sql`select from verdicts where verdict_id = ${verdict_id}::text::uuid for update`);
  const still = await tx.execute(
    sql`select from verdicts v where v.verdict_id = ${verdict_id}::text::uuid and ${unheard(now)}`,
  );
  const verdict = still.length === 0 ? null : await readVerdict(tx, verdict_id);
  return verdict !== null && expireVerdict(tx, confinedScope(SYSTEM_CALLER), verdict, now);
}
