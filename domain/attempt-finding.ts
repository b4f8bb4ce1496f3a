import type { CaseFlag } from "./case-rules";
import type { Effect } from "./effect";
import { conflictError, type DomainError, validationError } from "./errors";
import { VERDICTS, type Verdict } from "./verdict";

/** What a person may find of one attempt; the words of a verdict, said of that attempt only. */
export const ATTEMPT_FINDINGS = VERDICTS;
export type AttemptFinding = (typeof ATTEMPT_FINDINGS)[number];

/** What is known of one attempt: what it reported itself, and what a person found. */
export type FoundAttempt = {
  attempt_id: number;
  effect: Effect | null;
  found: AttemptFinding | null;
  found_at: string | null;
};

/** Of how many the refusal names the ids: as many as one call may settle. */
const NAMED = 500;

/** What the findings are held against: the case's flags, and since when it has been open this time. */
export type FindingsContext = { flags: readonly CaseFlag[]; reopened_at: string | null };

/** What a person found in this opening: what was believed before the reopening is what has to be looked at again. */
export function currentFinding(
  attempt: Pick<FoundAttempt, "found" | "found_at">,
  reopened_at: string | null,
): AttemptFinding | null {
  const { found, found_at } = attempt;
  return found !== null && found_at !== null && (reopened_at === null || found_at >= reopened_at)
    ? found
    : null;
}

/** Whether the attempt has to be settled by itself before a possible duplicate is: nobody knows what became of it. */
export function needsFinding(
  attempt: Pick<FoundAttempt, "effect" | "found" | "found_at">,
  reopened_at: string | null,
): boolean {
  const doubtful = attempt.effect === null || attempt.effect === "unknown";
  return doubtful && currentFinding(attempt, reopened_at) === null;
}

/**
 * Why a verdict may not be given beside what is known of the single attempts; null when it may. Of a possible duplicate
 * each attempt in doubt is settled first (`attempts_not_settled`); whatever the case, no verdict speaks against what a
 * person found (`verdict_contradicts_attempts`). Elsewhere than at a possible duplicate, what attempts reported of
 * themselves settles nothing (CONTRACT "Verdicts and their directives").
 */
export function whyNotByAttempts(
  attempts: readonly FoundAttempt[],
  verdict: Verdict,
  { flags, reopened_at }: FindingsContext,
): DomainError | null {
  const duplicate = flags.includes("possible_duplicate");
  const open = duplicate ? attempts.filter((one) => needsFinding(one, reopened_at)) : [];
  if (open.length > 0) return notSettled(open);
  const known = attempts.map((one) => ({ ...one, became: becameOf(one, duplicate, reopened_at) }));
  const against = known.filter(({ became }) => became !== null && speaksAgainst(became, verdict));
  if (against.length > 0) return contradicted(verdict, against);
  // Somewhere it must have become what the verdict says, unless of some attempt nobody said anything.
  const supported = known.some(({ became }) => became === null || became === verdict);
  return supported || known.length === 0 ? null : contradicted(verdict, known);
}

function becameOf(
  attempt: FoundAttempt,
  duplicate: boolean,
  reopened_at: string | null,
): AttemptFinding | null {
  const found = currentFinding(attempt, reopened_at);
  if (found !== null || !duplicate) return found;
  return attempt.effect === "unknown" ? null : attempt.effect;
}

/** What no single attempt may have become beside this verdict. `committed` bears anything: once is enough. */
function speaksAgainst(became: AttemptFinding, verdict: Verdict): boolean {
  switch (verdict) {
    case "committed":
    case "undeterminable":
      return false;
    case "absent":
      return became !== "absent";
    case "compensated":
      return became === "committed" || became === "undeterminable";
  }
}

function notSettled(open: readonly FoundAttempt[]): DomainError {
  const attempt_ids = open.slice(0, NAMED).map(({ attempt_id }) => attempt_id);
  return conflictError(
    "attempts_not_settled",
    open.length === 1
      ? "It may have happened twice, and nobody has said yet what became of one attempt."
      : `It may have happened twice, and nobody has said yet what became of ${open.length} attempts.`,
    {
      hint: "Look at each attempt and record what you found, then settle.",
      details: { attempt_ids, attempt_count: open.length },
    },
  );
}

function contradicted(verdict: Verdict, against: readonly FoundAttempt[]): DomainError {
  const attempt_ids = against.slice(0, NAMED).map(({ attempt_id }) => attempt_id);
  return conflictError(
    "verdict_contradicts_attempts",
    `The verdict ${verdict} does not agree with what was found of the single attempts.`,
    {
      ...{ field: "verdict", received: verdict },
      hint: "Give the verdict that they add up to, or correct what was found.",
      details: { attempt_ids },
    },
  );
}

/** 422 naming the ids that are not attempts of this case. */
export function attemptNotOfCase(attempt_ids: readonly number[]): DomainError {
  return validationError("attempt_not_of_case", "These are not attempts of this case.", {
    ...{ field: "attempt_ids", received: attempt_ids[0] },
    details: { attempt_ids },
  });
}
