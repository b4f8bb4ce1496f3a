import type { Transaction } from "@/db/client";
import { reopen } from "@/domain/case-rules";
import type { CaseScope } from "@/domain/case-scope";
import { compareInstants } from "@/domain/instant";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { applyCaseChanges } from "./change-cases";
import { factsOf, lockCase } from "./lock-cases";
import { readToolRules } from "./tools";
import type { VerdictRow } from "./verdicts";

/** When a `safe_to_retry` with the same key is over: a key found to be older shortens what was said. */
export function validUntil(
  verdict: Pick<VerdictRow, "valid_until">,
  row: { key_expires_at: string | null },
): string | null {
  const { valid_until } = verdict;
  if (valid_until === null || row.key_expires_at === null) return valid_until;
  return compareInstants(valid_until, row.key_expires_at) < 0 ? valid_until : row.key_expires_at;
}

/**
 * Reopens the case of a verdict whose key no longer protects a repeat, once; false when the verdict is not
 * over or no longer stands. The row's lock decides between any number who ask at once.
 */
export async function expireVerdict(
  tx: Transaction,
  scope: CaseScope,
  verdict: Pick<VerdictRow, "verdict_id" | "case_id" | "valid_until">,
  now: string,
): Promise<boolean> {
  const before = await lockCase(tx, scope, verdict.case_id);
  if (before === null || before.verdict_id !== verdict.verdict_id) return false;
  const until = validUntil(verdict, before);
  if (until === null || until > now) return false;
  const rules = (await readToolRules(tx, before.tool === null ? [] : [before.tool]))(before.tool);
  const change = reopen(factsOf(before), "expired", { rules, now });
  await applyCaseChanges(tx, [{ before, change, opened: false }], SYSTEM_CALLER, now);
  return true;
}
