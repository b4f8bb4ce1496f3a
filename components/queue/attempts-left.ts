import type { Attempt, CaseDetail } from "@/lib/contract/cases";

/** Whether its attempts are settled one by one before the case is: it may have happened twice. */
export function settlesAttempts({ flags }: Pick<CaseDetail, "flags">): boolean {
  return flags.includes("possible_duplicate");
}

/** The attempts of which nobody knows yet whether they landed. */
export function attemptsLeft(attempts: readonly Attempt[]): readonly Attempt[] {
  return attempts.filter(({ effect, found }) => (effect === null || effect === "unknown") && found === null);
}

/** What still keeps a possible duplicate from being settled, in words; null when nothing does. */
export function describeLeft(of: Pick<CaseDetail, "flags" | "attempts">): string | null {
  if (!settlesAttempts(of)) return null;
  const left = attemptsLeft(of.attempts);
  if (left.length === 0) return null;
  const names = left.map(({ reference, attempt_id }) => reference ?? `attempt ${attempt_id}`);
  const named =
    names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  return left.length === 1
    ? `One attempt is not settled yet: ${named}. Say under Attempts what became of it.`
    : `${left.length} attempts are not settled yet: ${named}. Say under Attempts what became of each.`;
}
