import type { Transaction } from "@/db/client";
import { reopen } from "@/domain/case-rules";
import type { CaseScope } from "@/domain/case-scope";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { type LivingVerdict, ranOut } from "@/domain/verdict-life";
import { applyCaseChanges } from "./change-cases";
import { factsOf, lockCase } from "./lock-cases";
import { readToolRules } from "./tools";
import type { VerdictRow } from "./verdicts";

/**
 * Reopens the case of a verdict that must not be acted on any more, once; false when the verdict is still good
 * or no longer stands. The row's lock decides between any number who ask at once.
 */
export async function expireVerdict(
  tx: Transaction,
  scope: CaseScope,
  verdict: LivingVerdict & Pick<VerdictRow, "verdict_id" | "case_id">,
  now: string,
): Promise<boolean> {
  const before = await lockCase(tx, scope, verdict.case_id);
  if (before === null || before.verdict_id !== verdict.verdict_id) return false;
  if (!ranOut(verdict, before, now)) return false;
  const rules = (await readToolRules(tx, before.tool === null ? [] : [before.tool]))(before.tool);
  const change = reopen(factsOf(before), "expired", { rules, now });
  await applyCaseChanges(tx, [{ before, change, opened: false }], SYSTEM_CALLER, now);
  return true;
}
