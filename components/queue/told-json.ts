import { type EvidenceGiven, newestExternalId, newestObservation } from "@/domain/evidence";
import type { Ruling } from "@/domain/verdict";

/** What a runtime is told of the evidence: the newest id, and when the newest look was. */
export type Seen = { external_id: string | null; observed_at: string | null };

export function seenIn(evidence: readonly EvidenceGiven[]): Seen {
  return { external_id: newestExternalId(evidence), observed_at: newestObservation(evidence) || null };
}

/**
 * The answer that a waiting runtime gets to `GET /api/v1/verdicts`, as far as it is decided before it is sent: in the
 * order and with the names of the wire, parts that say nothing left out.
 */
export function toldJson(
  { verdict, directive, retry_with, valid_until }: Ruling,
  { external_id, observed_at }: Seen,
): string {
  const told = {
    state: "settled",
    verdict,
    directive,
    ...(retry_with !== null && { retry_with }),
    ...(valid_until !== null && { valid_until }),
    ...(external_id !== null && { external_id }),
    ...(observed_at !== null && { observed_at }),
  };
  const parts = Object.entries(told).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{${parts.join(", ")}}`;
}
