import { conflictError, type DomainError } from "./errors";

export const VERDICTS = ["committed", "absent", "compensated", "undeterminable"] as const;
export type Verdict = (typeof VERDICTS)[number];

export const DIRECTIVES = ["treat_as_done", "safe_to_retry", "replan", "stop"] as const;
export type Directive = (typeof DIRECTIVES)[number];

export const RETRY_WITH = ["same_key", "new_key"] as const;
export type RetryWith = (typeof RETRY_WITH)[number];

/** CONTRACT "Verdicts and their directives". */
export const DIRECTIVE_OF: Readonly<Record<Verdict, Directive>> = {
  committed: "treat_as_done",
  absent: "safe_to_retry",
  compensated: "replan",
  undeterminable: "stop",
};

/** What is known about an intent's key. `key_expires_at` is null where there is none. */
export type KeyProtection = { key_expires_at: string | null; key_reused: boolean };

/** Whether a repeat with the same key cannot pay twice now. A key seen with other arguments protects nothing. */
export function keyProtects(key: KeyProtection, now: string): boolean {
  return key.key_expires_at !== null && !key.key_reused && now < key.key_expires_at;
}

export type Ruling = {
  verdict: Verdict;
  directive: Directive;
  retry_with: RetryWith | null;
  /** Until when the directive may be acted on; null: without end. */
  valid_until: string | null;
};

/** The directive of a verdict given now. `compensated` never reuses the key: it may replay the undone success. */
export function rule(verdict: Verdict, key: KeyProtection, now: string): Ruling {
  const ruling: Ruling = { verdict, directive: DIRECTIVE_OF[verdict], retry_with: null, valid_until: null };
  if (verdict === "compensated") return { ...ruling, retry_with: "new_key" };
  if (verdict !== "absent") return ruling;
  if (!keyProtects(key, now)) return { ...ruling, retry_with: "new_key" };
  return { ...ruling, retry_with: "same_key", valid_until: key.key_expires_at };
}

/**
 * The mistake that pays twice: `absent` while the request may still land. Needs evidence observed at or
 * after `safe_after` (last attempt + the tool's `in_flight_seconds`), unless the key still protects a repeat.
 * Answers the 409 `effect_may_still_land` with `permitted_from`, or null when the verdict may be given.
 */
export function whyNotAbsent(
  key: KeyProtection,
  safe_after: string,
  observed_at: string,
  now: string,
): DomainError | null {
  if (observed_at >= safe_after || keyProtects(key, now)) return null;
  return conflictError(
    "effect_may_still_land",
    "The request may still land: look again and give this verdict with evidence observed at or after permitted_from.",
    { field: "evidence.observed_at", received: observed_at, details: { permitted_from: safe_after } },
  );
}

export type Observation = { effect: "committed" | "absent"; observed_at: string };

/** Whether what was observed outside contradicts a verdict, so that it has to be looked at again. */
export function speaksAgainst(
  verdict: { verdict: Verdict; observed_at: string },
  observation: Observation,
  safe_after: string,
): boolean {
  // Not there yet is no contradiction: only an absence seen once nothing could land any more says something.
  const proves = observation.effect === "committed" || observation.observed_at >= safe_after;
  switch (verdict.verdict) {
    case "absent":
      return observation.effect === "committed";
    case "committed":
      return observation.effect === "absent" && proves;
    case "compensated":
      // The effect was there before it was undone; seen again after that, it happened twice.
      return observation.effect === "committed" && observation.observed_at > verdict.observed_at;
    case "undeterminable":
      return proves;
  }
}
