import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { bulkItems } from "@/db/schema/bulk-items";
import { cases } from "@/db/schema/cases";
import { verdicts } from "@/db/schema/verdicts";
import type { BulkParameters } from "@/domain/bulk";
import type { BulkCase } from "@/domain/bulk-rules";
import type { CaseScope } from "@/domain/case-scope";
import type { BulkRow } from "./bulk-actions";
import type { WaitingItem } from "./bulk-items";
import { withinScope } from "./case-scope";
import { readCommits } from "./evidence";
import { readFindingsOf } from "./findings";
import type { SettlingCase } from "./settle-cases";

/** A case of a set: what it is judged by, and what is needed to act on it. */
export type BulkCaseRow = SettlingCase & BulkCase & { verdict: { request_hash: string } | null };

const COLUMNS = {
  case_id: cases.case_id,
  opening: cases.opening,
  version: cases.version,
  state: cases.state,
  flags: cases.flags,
  tenant: cases.tenant,
  environment: cases.environment,
  service: cases.service,
  tool: cases.tool,
  idempotency_key: cases.idempotency_key,
  claimed_by: cases.claimed_by,
  claimed_by_id: cases.claimed_by_id,
  claim_expires_at: cases.claim_expires_at,
  key_expires_at: cases.key_expires_at,
  safe_after: cases.safe_after,
  deadline_at: cases.deadline_at,
  snoozed_until: cases.snoozed_until,
  assigned_to_id: cases.assigned_to_id,
  reopened_at: cases.reopened_at,
  escalated_at: cases.escalated_at,
  verdict: {
    verdict_id: verdicts.verdict_id,
    verdict: verdicts.verdict,
    by: verdicts.by,
    by_id: verdicts.by_id,
    by_kind: verdicts.by_kind,
    observed_at: verdicts.observed_at,
    overrules: verdicts.overrules,
    settled_at: verdicts.settled_at,
    request_hash: verdicts.request_hash,
  },
};

/** What stands on the case, or waits there for a second person. */
const standing = sql`${verdicts.verdict_id} = coalesce(${cases.verdict_id}, ${cases.proposal_id})`;

export const isOneOf = (case_ids: readonly string[]): SQL =>
  sql`${cases.case_id} = any(${sql.param(case_ids)}::uuid[])`;

/**
 * Locks these cases in the order in which everybody does, so that nobody waits for who waits for them. `no key
 * update`, so that freezing a set, whose items refer to cases, is not kept waiting.
 */
export async function lockBulkCases(tx: Transaction, case_ids: readonly string[]): Promise<void> {
  await tx
    .select({ case_id: cases.case_id })
    .from(cases)
    .where(isOneOf(case_ids))
    .orderBy(asc(cases.intent_hash), asc(cases.generation))
    .for("no key update");
}

/**
 * Those of these cases that the scope reaches. After the lock and apart from it: a join beside FOR UPDATE would be
 * evaluated on the snapshot from before the wait.
 */
export async function readBulkCases(
  tx: Transaction,
  scope: CaseScope,
  items: readonly Omit<WaitingItem, "position">[],
  parameters: BulkParameters,
): Promise<BulkCaseRow[]> {
  const frozen = new Map(items.map((item) => [item.case_id, item]));
  const rows = await tx
    .select(COLUMNS)
    .from(cases)
    .leftJoin(verdicts, standing)
    .where(and(isOneOf([...frozen.keys()]), withinScope(scope)));
  const chosen = rows.map((row) => {
    const { opening = 0, proposal_id = null } = frozen.get(row.case_id) ?? {};
    return { ...row, frozen_opening: opening, frozen_proposal_id: proposal_id };
  });
  return withKnown(tx, chosen, parameters);
}

/** The next cases of a set as they are now, after a position, in its order. */
export async function readBulkCasesAfter(
  db: Database,
  scope: CaseScope,
  { bulk_id, parameters }: Pick<BulkRow, "bulk_id" | "parameters">,
  after: number,
  limit: number,
): Promise<(BulkCaseRow & { position: number })[]> {
  const rows = await db
    .select({
      ...COLUMNS,
      position: bulkItems.position,
      frozen_opening: bulkItems.opening,
      frozen_proposal_id: bulkItems.proposal_id,
    })
    .from(bulkItems)
    .innerJoin(cases, eq(cases.case_id, bulkItems.case_id))
    .leftJoin(verdicts, standing)
    .where(and(eq(bulkItems.bulk_id, bulk_id), gt(bulkItems.position, after), withinScope(scope)))
    .orderBy(asc(bulkItems.position))
    .limit(limit);
  return withKnown(db, rows, parameters);
}

/** What was found of single attempts, and what says that it happened, stands in the way of verdicts only. */
async function withKnown<Row extends { case_id: string }>(
  db: Database | Transaction,
  rows: readonly Row[],
  parameters: BulkParameters,
): Promise<(Row & Pick<BulkCase, "attempts" | "commits">)[]> {
  const case_ids = parameters.kind === "verdict" ? rows.map(({ case_id }) => case_id) : [];
  const findings = await readFindingsOf(db, case_ids);
  const commits = await readCommits(db, mayDeny(parameters) ? rows.map(({ case_id }) => case_id) : []);
  return rows.map((row) => ({
    ...row,
    ...{ attempts: findings.get(row.case_id) ?? [], commits: commits.get(row.case_id) ?? [] },
  }));
}

/** Whether somebody may be told that it did not happen. */
const mayDeny = (parameters: BulkParameters): boolean =>
  parameters.kind === "agree" || (parameters.kind === "verdict" && parameters.verdict === "absent");
