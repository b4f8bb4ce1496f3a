import { randomUUID } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { evidence } from "@/db/schema/evidence";
import { SYSTEM_CALLER } from "@/domain/permissions";
import type { Observation } from "@/domain/verdict";
import { type EvidenceRow, insertEvidence, type NewEvidence } from "./evidence";
import type { LockedCase } from "./lock-cases";

export const PROBE_SOURCE = "probe";

/** What a probe saw, for people to read. */
export type Sighting = Observation & { url: string | null; note: string };

/**
 * Keeps what a probe saw of a case whose row is held. The same seen again refreshes the piece that says so, or
 * an hourly question would bury the rest under hundreds of equal rows; each asking stays a run of its own. It
 * is another piece when it says more: the other effect, another opening, an absence that has become final, or
 * anything seen after a verdict.
 */
export async function keepSighting(
  tx: Transaction,
  found: LockedCase,
  seen: Sighting,
  now: string,
): Promise<{ item: NewEvidence; isNew: boolean }> {
  const last = await lastSighting(tx, found.case_id);
  if (last !== null && saysTheSame(found, last, seen)) {
    const refreshed = { observed_at: seen.observed_at, url: seen.url, note: seen.note, received_at: now };
    await tx.update(evidence).set(refreshed).where(eq(evidence.evidence_id, last.evidence_id));
    return { item: { ...last, ...refreshed }, isNew: false };
  }
  const { case_id, tool, idempotency_key, tenant, environment, service } = found;
  const item: NewEvidence = {
    evidence_id: randomUUID(),
    ...{ case_id, tool, idempotency_key, tenant, environment, service },
    ...{ any_tenant: false, any_environment: false, any_service: false },
    ...{ source: PROBE_SOURCE, kind: "probe", ...seen },
    ...{ received_at: now, attached_at: now },
    ...{ by_kind: SYSTEM_CALLER.kind, by_id: SYSTEM_CALLER.id, by: SYSTEM_CALLER.name },
  };
  await insertEvidence(tx, [item]);
  return { item, isNew: true };
}

async function lastSighting(tx: Transaction, case_id: string): Promise<EvidenceRow | null> {
  const rows = await tx
    .select()
    .from(evidence)
    .where(
      and(
        eq(evidence.case_id, case_id),
        eq(evidence.source, PROBE_SOURCE),
        eq(evidence.by_kind, SYSTEM_CALLER.kind),
        isNull(evidence.verdict_id),
      ),
    )
    .orderBy(desc(evidence.observed_at))
    .limit(1);
  return rows[0] ?? null;
}

function saysTheSame(found: LockedCase, last: EvidenceRow, seen: Sighting): boolean {
  const final = (at: string) => seen.effect === "absent" && at >= found.safe_after;
  return (
    found.state !== "settled" &&
    last.effect === seen.effect &&
    last.observed_at <= seen.observed_at &&
    final(last.observed_at) === final(seen.observed_at) &&
    (found.reopened_at === null || last.received_at >= found.reopened_at)
  );
}
