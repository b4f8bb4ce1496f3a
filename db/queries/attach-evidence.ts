import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { cases } from "@/db/schema/cases";
import type { CaseScope } from "@/domain/case-scope";
import { generationObserved } from "@/domain/intent";
import { withinScope } from "./case-scope";
import type { NewEvidence } from "./evidence";

/** Where machine evidence belongs; null parts of the answer say why it belongs nowhere yet. */
export type EvidenceMatch =
  | { case_id: string }
  | { case_id: null; because: "no_case_yet" | "ambiguous_intent" };

/** The case that this evidence speaks about: of exactly one intent, and of the life of its key it was seen in. */
export async function matchEvidence(
  tx: Transaction,
  scope: CaseScope,
  item: NewEvidence,
  key_life_seconds: number,
): Promise<EvidenceMatch> {
  const named = (
    any: boolean,
    column: typeof cases.tenant | typeof cases.service | typeof cases.environment,
    value: string | null | undefined,
  ) => (any ? undefined : sql`${column} is not distinct from ${value ?? null}`);
  const rows = await tx
    .select({
      case_id: cases.case_id,
      intent_hash: cases.intent_hash,
      generation: cases.generation,
      first_attempt_at: cases.first_attempt_at,
      key_expires_at: cases.key_expires_at,
    })
    .from(cases)
    .where(
      and(
        eq(cases.idempotency_key, item.idempotency_key ?? ""),
        eq(cases.tool, item.tool ?? ""),
        isNull(cases.lone_event),
        named(item.any_tenant, cases.tenant, item.tenant),
        named(item.any_environment, cases.environment, item.environment),
        named(item.any_service, cases.service, item.service),
        withinScope(scope),
      ),
    );
  if (new Set(rows.map((row) => row.intent_hash)).size > 1)
    return { case_id: null, because: "ambiguous_intent" };
  const generation = generationObserved(item.observed_at, key_life_seconds, rows);
  const match = rows.find((row) => row.generation === generation);
  return match === undefined ? { case_id: null, because: "no_case_yet" } : { case_id: match.case_id };
}
