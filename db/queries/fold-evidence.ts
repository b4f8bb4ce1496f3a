import type { Transaction } from "@/db/client";
import { foldNews } from "@/domain/case-rules";
import type { ToolRules } from "@/domain/tool-rules";
import { recordAudit } from "./audit";
import { type Actor, applyCaseChanges } from "./change-cases";
import type { NewEvidence } from "./evidence";
import { factsOf, type LockedCase } from "./lock-cases";

export type EvidenceNews = {
  /** The case it was attached to, as it was before. */
  before: LockedCase;
  item: NewEvidence;
  rules: ToolRules;
  actor: Actor;
  now: string;
};

/**
 * What new evidence makes of its case, whoever saw it: a proposal is void, a verdict it speaks against no longer
 * stands, a snooze ends. One that says nothing of the effect voids a proposal all the same.
 */
export async function foldEvidence(tx: Transaction, news: EvidenceNews): Promise<void> {
  const { before, item, rules, actor, now } = news;
  const { effect, observed_at } = item;
  const { standing: verdict, retry_acknowledged } = before;
  const observations = effect ? [{ effect, observed_at }] : [];
  const change = foldNews(
    factsOf(before),
    { attempts: [], observations },
    { rules, now, verdict, retry_acknowledged },
  );
  await applyCaseChanges(tx, [{ before, change, opened: false }], actor, now);
  await auditEvidence(tx, "case.evidence_attached", before, item, actor);
}

/** Who attached or refreshed what, and since when it was so. */
export function auditEvidence(
  tx: Transaction,
  action: "case.evidence_attached" | "case.evidence_refreshed",
  { case_id, tenant, environment, service }: LockedCase,
  { evidence_id, effect = null, source, observed_at }: NewEvidence,
  actor: Actor,
): Promise<void> {
  return recordAudit(tx, {
    ...{ actor, action, subject_kind: "case", subject_id: case_id },
    ...{ tenant, environment, service },
    details: { evidence_id, effect, source, observed_at },
  });
}
