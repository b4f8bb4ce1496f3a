import type { Transaction } from "@/db/client";
import { alreadySettled, awaitingSecond } from "@/domain/case-errors";
import { claimedByOther, isHeld } from "@/domain/claim-rules";
import type { DomainError } from "@/domain/errors";
import type { CaseRow } from "./lock-cases";
import { readVerdict } from "./verdicts";

/**
 * What stands against work on this case by this caller: the verdict that stands or waits, or who holds it. Null when
 * nothing does.
 */
export async function readConflict(
  tx: Transaction,
  row: CaseRow,
  caller_id: string,
  now: string,
): Promise<DomainError | null> {
  const verdict_id = row.verdict_id ?? row.proposal_id;
  const verdict = verdict_id === null ? null : await readVerdict(tx, verdict_id);
  if (verdict !== null)
    return row.state === "settled" ? alreadySettled(verdict, verdict.settled_at) : awaitingSecond(verdict);
  return isHeld(row, now) && row.claimed_by_id !== caller_id ? claimedByOther(row) : null;
}
