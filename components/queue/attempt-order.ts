import type { Attempt } from "@/lib/contract/attempts";
import type { GivenVerdict } from "@/lib/contract/verdicts";

/** One line of what was tried: an attempt with its number, or what the runtime was told in between. */
export type AttemptLine =
  | { is: "attempt"; attempt: Attempt; number: number; after_told: boolean }
  | { is: "told"; verdict: GivenVerdict; at: string };

/**
 * Attempts in the order they happened, and between them what a runtime was told: what it did after that stands below
 * it. Told is what was acknowledged, else what was fetched; a proposal was told to nobody.
 */
export function attemptLines(attempts: readonly Attempt[], verdicts: readonly GivenVerdict[]): AttemptLine[] {
  const told = verdicts.flatMap((verdict) => {
    const at = verdict.delivery.acknowledged_at ?? verdict.delivery.delivered_at;
    return verdict.state === "settled" && at !== null ? [{ is: "told" as const, verdict, at }] : [];
  });
  const first = told.map(({ at }) => at).sort()[0];
  const tried = attempts.map((attempt, index) => ({
    ...{ is: "attempt" as const, attempt, number: index + 1 },
    after_told: first !== undefined && attempt.occurred_at > first,
  }));
  const at = (line: AttemptLine) => (line.is === "told" ? line.at : line.attempt.occurred_at);
  // What happened at the very moment happened before it was told: the sort is stable.
  return [...tried, ...told].toSorted((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
}
