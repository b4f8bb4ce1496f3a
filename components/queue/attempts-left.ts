import { needsFinding, whyNotByAttempts } from "@/domain/attempt-finding";
import type { Verdict } from "@/domain/verdict";
import type { Attempt } from "@/lib/contract/attempts";
import type { CaseDetail } from "@/lib/contract/cases";

type Tried = Pick<CaseDetail, "flags" | "attempts" | "reopened_at">;

/** Whether its attempts are settled one by one before the case is: it may have happened twice. */
export function settlesAttempts({ flags }: Pick<CaseDetail, "flags">): boolean {
  return flags.includes("possible_duplicate");
}

/** The attempts of which nobody knows yet whether they landed, by the rule that the server applies. */
export function attemptsLeft({ attempts, reopened_at }: Omit<Tried, "flags">): readonly Attempt[] {
  return attempts.filter((attempt) => needsFinding(attempt, reopened_at));
}

/** What still keeps a possible duplicate from being settled, in words; null when nothing does. */
export function describeLeft(of: Tried): string | null {
  if (!settlesAttempts(of)) return null;
  const left = attemptsLeft(of);
  if (left.length === 0) return null;
  const names = left.map(({ reference, attempt_id }) => reference ?? `attempt ${attempt_id}`);
  const named =
    names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  return left.length === 1
    ? `One attempt is not settled yet: ${named}. Say under Attempts what became of it.`
    : `${left.length} attempts are not settled yet: ${named}. Say under Attempts what became of each.`;
}

/** Why the answer may not be given beside what was found of single attempts; null when it may. */
export function describeContradiction(of: Tried, verdict: Verdict | null): string | null {
  if (verdict === null || describeLeft(of) !== null) return null;
  return whyNotByAttempts(of.attempts, verdict, of)?.message ?? null;
}
