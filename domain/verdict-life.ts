import type { RetryWith, Verdict } from "./verdict";

/** What a verdict says about how long it may be acted on. */
export type LivingVerdict = {
  verdict: Verdict;
  retry_with: RetryWith | null;
  valid_until: string | null;
  observed_at: string;
  acknowledged_at: string | null;
};

/** What is known now of the case it was given for. */
export type LivingCase = { key_expires_at: string | null; safe_after: string };

/** When a `safe_to_retry` with the same key is over: a key found to be older shortens what was said. */
export function validUntil(
  { valid_until }: Pick<LivingVerdict, "valid_until">,
  { key_expires_at }: Pick<LivingCase, "key_expires_at">,
): string | null {
  if (valid_until === null || key_expires_at === null) return valid_until;
  return valid_until < key_expires_at ? valid_until : key_expires_at;
}

/**
 * Whether a verdict must not be acted on any more: the key no longer protects a repeat, or it was told to use a
 * new one and requests are now known to fly longer than its evidence waited. Who took it before has acted.
 * The rule of `stillGood` in SQL.
 */
export function ranOut(verdict: LivingVerdict, row: LivingCase, now: string): boolean {
  const until = validUntil(verdict, row);
  if (until !== null) return until <= now;
  const restsOnTime = verdict.verdict === "absent" && verdict.retry_with === "new_key";
  return restsOnTime && verdict.acknowledged_at === null && verdict.observed_at < row.safe_after;
}
