import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { preparedFor } from "@/db/prepared";
import { cases } from "@/db/schema/cases";
import { verdicts } from "@/db/schema/verdicts";
import type { CaseScope } from "@/domain/case-scope";
import { withinScope } from "./case-scope";

export type VerdictRow = typeof verdicts.$inferSelect;

/** A verdict with the case it was given for; null outside the scope. Proposals are nobody's answer yet. */
export async function findVerdict(
  db: Database | Transaction,
  scope: CaseScope,
  verdict_id: string,
): Promise<{ verdict: VerdictRow; row: typeof cases.$inferSelect } | null> {
  const rows = await db
    .select({ verdict: verdicts, row: cases })
    .from(verdicts)
    .innerJoin(cases, eq(cases.case_id, verdicts.case_id))
    .where(and(eq(verdicts.verdict_id, verdict_id), eq(verdicts.state, "settled"), withinScope(scope)));
  return rows[0] ?? null;
}

export async function readVerdict(
  tx: Database | Transaction,
  verdict_id: string,
): Promise<VerdictRow | null> {
  const rows = await tx.select().from(verdicts).where(eq(verdicts.verdict_id, verdict_id));
  return rows[0] ?? null;
}

/** All verdicts of these cases, oldest first: what runtimes were told stays in sight. */
export function listVerdicts(db: Database | Transaction, case_ids: readonly string[]): Promise<VerdictRow[]> {
  return verdictsOf(db).execute({ case_ids });
}

const verdictsOf = preparedFor((db) =>
  db
    .select()
    .from(verdicts)
    .where(sql`${verdicts.case_id} = any(${sql.placeholder("case_ids")}::uuid[])`)
    .orderBy(verdicts.given_at, verdicts.opening)
    .prepare("verdicts"),
);

/** Whether a verdict may still be acted on: the rule of `ranOut` in domain/verdict-life.ts. */
export const stillGood = (now: string) => sql`(case
  when ${verdicts.valid_until} is not null
    then least(${verdicts.valid_until}, ${cases.key_expires_at}) > ${now}::text::timestamptz
  else ${verdicts.verdict} <> 'absent' or ${verdicts.acknowledged_at} is not null
    or ${verdicts.observed_at} >= ${cases.safe_after} end)`;

/**
 * Notes that a runtime takes the answer; false when the verdict was taken before, no longer stands, or is
 * over. Whoever acts, acts only on true: the conditions are part of the update.
 */
export async function acknowledgeRow(
  tx: Transaction,
  scope: CaseScope,
  verdict_id: string,
  by: { id: string; run: string },
  now: string,
): Promise<boolean> {
  const current = tx
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(and(eq(cases.verdict_id, verdicts.verdict_id), withinScope(scope), stillGood(now)));
  const rows = await tx
    .update(verdicts)
    .set({ acknowledged_at: now, acknowledged_by: by.run, acknowledged_by_id: by.id })
    .where(
      and(
        eq(verdicts.verdict_id, verdict_id),
        eq(verdicts.state, "settled"),
        isNull(verdicts.superseded_at),
        isNull(verdicts.acknowledged_at),
        sql`exists ${current}`,
      ),
    )
    .returning({ verdict_id: verdicts.verdict_id });
  return rows.length > 0;
}

/** That a verdict is being handed to a runtime, and when. */
export type Handing = { verdict_id: string; now: string };

/**
 * Notes that answers are being handed to runtimes, each the first time; the ids of those that stood, were not
 * noted before and whose row nobody held. For a poll, sent and delivered are one moment; a webhook is sent,
 * then delivered. Rows are never waited for: who holds one and waits for the next can meet a reopening, which
 * comes in another order.
 */
export async function markDelivered(db: Database, items: readonly Handing[]): Promise<Set<string>> {
  const rows = await db.execute<{ verdict_id: string }>(sql`
    with handed as (
      select * from json_to_recordset(${JSON.stringify(items)}::text::json) as handed(verdict_id uuid, now timestamptz)
    ), due as (
      select verdict_id from verdicts
      where verdict_id in (select verdict_id from handed)
        and state = 'settled' and superseded_at is null and delivered_at is null
      for update skip locked
    )
    update verdicts v set sent_at = coalesce(v.sent_at, handed.now), delivered_at = handed.now
    from due join handed using (verdict_id) where v.verdict_id = due.verdict_id
    returning v.verdict_id`);
  return new Set(rows.map(({ verdict_id }) => verdict_id));
}

/**
 * As `markDelivered` for one verdict, but waits for whoever holds its row: false says that it was noted before or
 * no longer stands.
 */
export async function markOneDelivered(db: Database, { verdict_id, now }: Handing): Promise<boolean> {
  const rows = await db
    .update(verdicts)
    .set({ sent_at: sql`coalesce(${verdicts.sent_at}, ${now}::text::timestamptz)`, delivered_at: now })
    .where(
      and(
        eq(verdicts.verdict_id, verdict_id),
        eq(verdicts.state, "settled"),
        isNull(verdicts.superseded_at),
        isNull(verdicts.delivered_at),
      ),
    )
    .returning({ verdict_id: verdicts.verdict_id });
  return rows.length > 0;
}
