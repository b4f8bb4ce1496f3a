import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { verdicts } from "@/db/schema/verdicts";
import { confinedScope } from "@/domain/case-scope";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { recordAudit } from "./audit";
import { expireVerdict } from "./expire-verdict";
import type { TakenDelivery } from "./take-deliveries";
import { readVerdict, stillGood } from "./verdicts";

/** Which verdict a message carries to a runtime, if any. */
export type Told = Pick<TakenDelivery, "type" | "case_id" | "verdict_id">;
export const carriesVerdict = (told: Told): told is Told & { case_id: string; verdict_id: string } =>
  told.type === "case.settled" && told.case_id !== null && told.verdict_id !== null;

/**
 * Notes that a verdict is about to leave, the first time. False: it no longer stands or ran out and must not be
 * told any more; the one statement decides against a reopening.
 */
export async function markSent(
  db: Database,
  told: Told & { verdict_id: string },
  now: string,
): Promise<boolean> {
  const good = db
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(and(eq(cases.verdict_id, verdicts.verdict_id), stillGood(now)));
  const rows = await db
    .update(verdicts)
    .set({ sent_at: sql`coalesce(${verdicts.sent_at}, ${now}::text::timestamptz)` })
    .where(
      and(
        eq(verdicts.verdict_id, told.verdict_id),
        eq(verdicts.state, "settled"),
        isNull(verdicts.superseded_at),
        sql`exists ${good}`,
      ),
    )
    .returning({ verdict_id: verdicts.verdict_id });
  return rows.length > 0;
}

/**
 * Why a verdict is not told any more. One that ran out and still stands is expired here, so that its case is open
 * again and somebody looks; nobody would otherwise ask for it.
 */
export async function whyNotTold(
  tx: Transaction,
  told: Told & { verdict_id: string },
  now: string,
): Promise<{ because: "verdict_expired" | "verdict_superseded"; reopened: boolean }> {
  const before = await readVerdict(tx, told.verdict_id);
  const reopened = before !== null && (await expireVerdict(tx, confinedScope(SYSTEM_CALLER), before, now));
  const expired = reopened || before?.superseded_because === "expired";
  return { because: expired ? "verdict_expired" : "verdict_superseded", reopened };
}

/** Notes that a verdict arrived, the first time. Answers whether that was news. */
export async function markVerdictDelivered(
  tx: Transaction,
  verdict_id: string,
  case_id: string,
  now: SQL,
): Promise<boolean> {
  const rows = await tx
    .update(verdicts)
    .set({ delivered_at: now })
    .where(and(eq(verdicts.verdict_id, verdict_id), isNull(verdicts.delivered_at)))
    .returning({ verdict_id: verdicts.verdict_id });
  await unflagDelivered(tx, verdict_id, case_id);
  return rows.length > 0;
}

/** Cases flagged though somebody took their verdict after all, by a poll or a resend (`cases_undeliverable`). */
export function listDeliveredAfterAll(db: Database): Promise<{ case_id: string; verdict_id: string }[]> {
  return db.execute<{ case_id: string; verdict_id: string }>(sql`
    select c.case_id, c.verdict_id from cases c join verdicts v on v.verdict_id = c.verdict_id
    where 'delivery_failed' = any(c.flags) and (v.delivered_at is not null or v.acknowledged_at is not null)
    limit 500`);
}

/** Takes the flag from a case whose verdict arrived. */
export async function unflagDelivered(
  db: Database | Transaction,
  verdict_id: string,
  case_id: string,
): Promise<void> {
  await db.execute(sql`
    update cases set flags = array_remove(flags, 'delivery_failed'), version = version + 1
    where case_id = ${case_id}::text::uuid and verdict_id = ${verdict_id}::text::uuid
      and 'delivery_failed' = any(flags)`);
}

/**
 * Flags the case if its verdict stands, nobody took it, and no delivery of it is left that could still arrive.
 * One statement decides; the case is locked, so every other delivery's end is either seen here or sees this.
 */
export async function flagUndelivered(tx: Transaction, told: Told): Promise<boolean> {
  const flagged = await tx.execute<{
    tenant: string | null;
    environment: string | null;
    service: string | null;
  }>(sql`
    update cases c set flags = array_append(c.flags, 'delivery_failed'), version = c.version + 1
    from verdicts v
    where c.case_id = ${told.case_id}::text::uuid and c.verdict_id = ${told.verdict_id}::text::uuid
      and c.state = 'settled' and not 'delivery_failed' = any(c.flags)
      and v.verdict_id = c.verdict_id and v.delivered_at is null and v.acknowledged_at is null
      and not exists (
        select from outbox o join deliveries d on d.message_id = o.message_id
        where o.case_id = c.case_id and o.verdict_id = v.verdict_id and o.type = 'case.settled'
          and d.state in ('waiting', 'delivered'))
    returning c.tenant, c.environment, c.service`);
  const [row] = flagged;
  if (row === undefined || told.case_id === null) return false;
  await recordAudit(tx, {
    actor: SYSTEM_CALLER,
    action: "case.delivery_failed",
    subject_kind: "case",
    subject_id: told.case_id,
    ...{ tenant: row.tenant, environment: row.environment, service: row.service },
    details: { verdict_id: told.verdict_id },
  });
  return true;
}
