import { validationError } from "./errors";
import { addSeconds } from "./instant";
import { isBlank } from "./text";

/** One piece of evidence as it is given with a verdict. */
export type EvidenceGiven = {
  kind: string;
  external_id: string | null;
  url: string | null;
  note: string | null;
  observed_at: string;
};

/** A clock so much ahead is forgiven, and what it saw recorded as seen now. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** When something was observed, which cannot be later than now. Throws `observed_in_future`. */
export function observedBy(observed_at: string, now: string): string {
  if (observed_at <= now) return observed_at;
  if (observed_at <= addSeconds(now, CLOCK_TOLERANCE_SECONDS)) return now;
  throw validationError("observed_in_future", "Nothing can have been observed in the future.", {
    field: "observed_at",
    received: observed_at,
    hint: `It is ${now} here; check the clock.`,
  });
}

/**
 * The evidence of a verdict: at least one piece with an external id, a link or a note.
 * Throws `evidence_required`, `observed_in_future`.
 */
export function readEvidence(given: readonly EvidenceGiven[], now: string): EvidenceGiven[] {
  const evidence = given.map((one) => ({ ...one, observed_at: observedBy(one.observed_at, now) }));
  if (evidence.some(isSubstantial)) return evidence;
  throw validationError("evidence_required", "A verdict needs evidence: an external id, a link or a note.", {
    field: "evidence",
    hint: 'Say what was seen outside, e.g. {"kind": "provider", "external_id": "re_123", "observed_at": "…"}.',
  });
}

/** One piece of evidence apart from a verdict. Throws `evidence_required`, `observed_in_future`. */
export function readFinding(given: EvidenceGiven, now: string): EvidenceGiven {
  if (isSubstantial(given)) return { ...given, observed_at: observedBy(given.observed_at, now) };
  throw validationError("evidence_required", "Evidence needs an external id, a link or a note.", {
    field: "external_id",
    hint: "Say what was seen outside, so that others can look there too.",
  });
}

/** When the newest piece was observed that says more than that somebody looked. */
export function newestObservation(evidence: readonly EvidenceGiven[]): string {
  const observed = evidence.filter(isSubstantial).map(({ observed_at }) => observed_at);
  return observed.sort().at(-1) ?? "";
}

/** The external id of the newest piece that has one. */
export function newestExternalId(evidence: readonly EvidenceGiven[]): string | null {
  const named = evidence.filter(({ external_id }) => external_id !== null && !isBlank(external_id));
  named.sort((a, b) => (a.observed_at < b.observed_at ? 1 : -1));
  return named[0]?.external_id ?? null;
}

function isSubstantial(evidence: EvidenceGiven): boolean {
  return [evidence.external_id, evidence.url, evidence.note].some((part) => !isBlank(part ?? ""));
}
