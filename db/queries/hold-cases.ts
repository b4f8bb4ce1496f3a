import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import { CLAIM_SECONDS } from "@/domain/claim-rules";
import { addSeconds } from "@/domain/instant";
import { recordAudits } from "./audit";
import type { Actor } from "./change-cases";
import { auditRanOut } from "./ended-claims";
import { closeClaims, NO_CLAIM, NO_SNOOZE } from "./give-up-cases";
import type { CaseRow } from "./lock-cases";

/** Who takes or gives back, when, and as a part of which bulk action. */
export type Holding = { holder: Actor; now: string; bulk_id?: string | undefined };

/**
 * Takes or renews the claims on the cases that meet the condition, which says who may be taken; answers those it
 * took. One conditional update decides between any number who try at once.
 */
export async function holdCases(
  tx: Transaction,
  which: SQL | undefined,
  { holder, now, bulk_id }: Holding,
): Promise<CaseRow[]> {
  const claim_expires_at = addSeconds(now, CLAIM_SECONDS);
  const renews = sql`${cases.claimed_by_id} = ${holder.id} and ${cases.claim_expires_at} > ${now}::text::timestamptz`;
  const rows = await tx
    .update(cases)
    .set({
      claimed_by: holder.name,
      claimed_by_id: holder.id,
      claimed_at: sql`case when ${renews} then ${cases.claimed_at} else ${now}::text::timestamptz end`,
      claim_expires_at,
      // Who takes it has it at hand: a held case does not sleep.
      ...NO_SNOOZE,
      version: sql`${cases.version} + case when ${renews} then 0 else 1 end`,
    })
    .where(which)
    .returning();
  if (rows.length === 0) return [];
  const begun = await noteClaims(tx, rows, { holder, now }, claim_expires_at);
  const taken = rows.filter(({ case_id }) => begun.has(case_id));
  await auditClaims(tx, "case.claimed", taken, { holder, now, bulk_id });
  return rows;
}

/** Keeps the history of holds; the cases whose hold begins, without those where it goes on. The rows are held. */
async function noteClaims(
  tx: Transaction,
  rows: readonly CaseRow[],
  { holder, now }: Holding,
  expires_at: string,
): Promise<Set<string>> {
  const items = rows.map(({ case_id, opening }) => ({ case_id, opening }));
  const case_ids = items.map(({ case_id }) => case_id);
  // Sent at once, done in this order: an expired hold ends before the next one can begin.
  const [, begun] = await Promise.all([
    tx.execute(sql`
      with ended as (
        update claims set ended_at = expires_at, ended_as = 'expired'
        where case_id = any(${sql.param(case_ids)}::uuid[]) and ended_at is null
          and (expires_at <= ${now}::text::timestamptz or by_id <> ${holder.id})
        returning *
      ) ${auditRanOut(sql`ended`)}`),
    tx.execute<{ case_id: string; is_new: boolean }>(sql`
      insert into claims (case_id, opening, claimed_at, expires_at, by_kind, by_id, by)
      select case_id, opening, ${now}::text::timestamptz, ${expires_at}::text::timestamptz, ${holder.kind}::text,
        ${holder.id}::text, ${holder.name}::text
      from json_to_recordset(${JSON.stringify(items)}::text::json) as item(case_id uuid, opening int)
      on conflict (case_id) where ended_at is null do update set expires_at = excluded.expires_at
      returning case_id, xmax = 0 as is_new`),
  ]);
  return new Set(begun.flatMap(({ case_id, is_new }) => (is_new ? [case_id] : [])));
}

/** Gives back the holder's claims, live or not, on the cases that meet the condition; answers those. */
export async function giveBackCases(
  tx: Transaction,
  which: SQL | undefined,
  holding: Holding,
): Promise<CaseRow[]> {
  const rows = await tx
    .update(cases)
    .set({ ...NO_CLAIM, version: sql`${cases.version} + 1` })
    .where(and(which, eq(cases.claimed_by_id, holding.holder.id)))
    .returning();
  if (rows.length === 0) return [];
  await closeClaims(
    tx,
    rows.map(({ case_id }) => case_id),
    "given_back",
    holding.now,
  );
  await auditClaims(tx, "case.given_back", rows, holding);
  return rows;
}

function auditClaims(
  tx: Transaction,
  action: string,
  rows: readonly CaseRow[],
  { holder, bulk_id }: Holding,
): Promise<void> {
  return recordAudits(
    tx,
    { actor: holder, action, subject_kind: "case" },
    rows.map(({ case_id, tenant, environment, service }) => ({
      ...{ subject_id: case_id, tenant, environment, service },
      ...(bulk_id !== undefined && { details: { bulk_id } }),
    })),
  );
}
