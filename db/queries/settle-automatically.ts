import type { Transaction } from "@/db/client";
import { settlesByItself } from "@/domain/automatic-settling";
import { SYSTEM_CALLER } from "@/domain/permissions";
import type { ToolRules } from "@/domain/tool-rules";
import { rule } from "@/domain/verdict";
import { listObservations, type NewEvidence } from "./evidence";
import { readFindings } from "./findings";
import { readLockedCases } from "./lock-cases";
import { settleCase } from "./settle-case";
import { listVerdicts } from "./verdicts";

/**
 * Lets machine evidence that was just attached settle its case, where the tool and the case allow it; answers
 * whether it did. The caller holds the case's row, so somebody who claims it at the same moment either has it,
 * and then nothing settles, or finds it settled.
 */
export async function settleAutomatically(
  tx: Transaction,
  case_id: string,
  item: NewEvidence,
  rules: ToolRules,
  now: string,
): Promise<boolean> {
  const { effect, observed_at, kind, external_id = null, url = null, note = null, source } = item;
  // Most tools never do: spare them the questions.
  if (!effect || rules.settles_automatically === "never" || rules.needs_second_person) return false;
  const [found] = await readLockedCases(tx, [case_id]);
  if (found === undefined) return false;
  const known = {
    observations: await listObservations(tx, case_id, item.evidence_id),
    verdicts: (await listVerdicts(tx, [case_id])).filter(({ state }) => state === "settled"),
    attempts: await readFindings(tx, found),
  };
  if (!settlesByItself(found, { effect, observed_at }, known, rules, now)) return false;
  const key = { key_expires_at: found.key_expires_at, key_reused: found.flags.includes("key_reused") };
  const said = `By itself, as the tool's settings allow: ${source} reported ${effect}.`;
  await settleCase(tx, {
    found,
    ruling: rule(effect, key, now),
    evidence: [{ kind, external_id, url, note: note ?? said, observed_at }],
    by: SYSTEM_CALLER,
    now,
  });
  return true;
}
