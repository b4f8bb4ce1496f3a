import { asc, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evidence } from "@/db/schema/evidence";
import type { EvidenceGiven } from "@/domain/evidence";
import type { Verdict } from "@/domain/verdict";
import type { BulkCaseRow } from "./bulk-cases";

/** Proposals that say the same on the same evidence, by one proposer. */
export type ProposalGroup = {
  verdict: Verdict;
  by: string;
  count: number;
  /** The most urgent of them. */
  example: Pick<BulkCaseRow, "case_id" | "tool" | "idempotency_key">;
  evidence: EvidenceGiven[];
};

type Counted = Omit<ProposalGroup, "evidence"> & { verdict_id: string };

/** Of so many what they rest on is read; whoever proposed case by case is looked at case by case. */
const GROUPS_SHOWN = 20;

/** Counts what would be agreed to by who proposed what on which evidence: `request_hash` is a digest of both. */
export function countProposals() {
  const groups = new Map<string, Counted>();
  return {
    add({ verdict: proposal, case_id, tool, idempotency_key }: BulkCaseRow): void {
      if (proposal === null) return;
      const { verdict_id, verdict, by, by_id, request_hash } = proposal;
      const key = `${by_id} ${request_hash}`;
      const group = groups.get(key) ?? {
        ...{ verdict_id, verdict, by, count: 0 },
        example: { case_id, tool, idempotency_key },
      };
      group.count += 1;
      groups.set(key, group);
    },
    groups: (): Counted[] => [...groups.values()].sort((a, b) => b.count - a.count).slice(0, GROUPS_SHOWN),
  };
}

/** The same with the evidence that each was given on. */
export async function readProposalGroups(
  db: Database,
  counted: readonly Counted[],
): Promise<ProposalGroup[]> {
  if (counted.length === 0) return [];
  const ids = counted.map(({ verdict_id }) => verdict_id);
  const { verdict_id, kind, external_id, url, note, observed_at } = evidence;
  const rows = await db
    .select({ verdict_id, kind, external_id, url, note, observed_at })
    .from(evidence)
    .where(sql`${verdict_id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(asc(observed_at), asc(evidence.evidence_id));
  return counted.map(({ verdict_id: of, ...group }) => ({
    ...group,
    evidence: rows.flatMap(({ verdict_id: given, ...one }) => (given === of ? [one] : [])),
  }));
}
