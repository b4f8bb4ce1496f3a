import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { verdicts } from "@/db/schema/verdicts";
import type { Ruling } from "@/domain/verdict";
import {
  type GivenVerdict,
  lastVerdicts,
  movedOn,
  type Settler,
  type SettlingCase,
  tellSettled,
} from "./settle-cases";
import type { VerdictRow } from "./verdicts";

/** A proposal of a case whose row this transaction holds, with the directive that is right now. */
export type Approval = { found: SettlingCase; proposal_id: string; ruling: Ruling };

/**
 * Makes these proposals the verdicts of their openings, in the order given: the cases are settled, the world is told.
 * The same statements for any number. Throws `case_moved_on` when one of them waits no more.
 */
export async function approveProposals(
  tx: Transaction,
  approvals: readonly Approval[],
  settler: Omit<Settler, "evidence">,
): Promise<VerdictRow[]> {
  if (approvals.length === 0) return [];
  const { by, now } = settler;
  const last = await lastVerdicts(tx, approvals);
  const items = approvals.map(({ found, proposal_id, ruling: { retry_with, valid_until } }) => ({
    ...{ verdict_id: proposal_id, retry_with, valid_until },
    supersedes: last.get(found.case_id) ?? null,
  }));
  const approved = await tx.execute(sql`
    update verdicts v set state = 'settled', settled_at = ${now}::text::timestamptz, retry_with = item.retry_with,
      valid_until = item.valid_until, supersedes = item.supersedes, approved_by = ${by.name}::text,
      approved_by_id = ${by.id}::text
    from json_to_recordset(${JSON.stringify(items)}::text::json) as item(verdict_id uuid, retry_with text,
      valid_until timestamptz, supersedes uuid)
    where v.verdict_id = item.verdict_id and v.state = 'proposed'
    returning v.verdict_id`);
  if (approved.length < items.length) throw movedOn();
  const given = await withVerdicts(tx, approvals);
  await tellSettled(tx, given, settler);
  return given.map(({ verdict }) => verdict);
}

async function withVerdicts(tx: Transaction, approvals: readonly Approval[]): Promise<GivenVerdict[]> {
  const ids = approvals.map(({ proposal_id }) => proposal_id);
  const rows = await tx
    .select()
    .from(verdicts)
    .where(sql`${verdicts.verdict_id} = any(${sql.param(ids)}::uuid[])`);
  const known = new Map(rows.map((row) => [row.verdict_id, row]));
  return approvals.flatMap(({ found, proposal_id }) => {
    const verdict = known.get(proposal_id);
    return verdict === undefined ? [] : [{ found, verdict }];
  });
}
