import { conflictError, type DomainError, validationError } from "./errors";
import type { Caller } from "./permissions";
import type { Verdict } from "./verdict";

/** A piece of evidence that says: it happened. */
export type CommittedEvidence = {
  evidence_id: string;
  source: string;
  external_id: string | null;
  observed_at: string;
};

/** How many pieces one verdict may overrule. */
export const OVERRULES_MOST = 500;

/** Of how many the refusal tells; the count stands beside them. */
const NAMED = 100;

/** The evidence of a commit that nobody has said does not speak of this effect. */
export function notOverruled<One extends Pick<CommittedEvidence, "evidence_id">>(
  known: readonly One[],
  overrules: readonly string[],
): One[] {
  const overruled = new Set(overrules);
  return known.filter(({ evidence_id }) => !overruled.has(evidence_id));
}

/** Who gives a verdict, over which evidence. */
export type Overruling = { verdict: Verdict; overrules: readonly string[]; by_kind: Caller["kind"] };

/**
 * Why `absent` may not be given while evidence says that it happened; null when it may. A person may say of each piece
 * that they looked and it does not speak of this effect; nobody else may. Answers 409 `evidence_says_committed` with
 * the pieces, and 422 `evidence_not_overruled` for ids that are no such evidence of the case.
 */
export function whyNotOverEvidence(
  known: readonly CommittedEvidence[],
  { verdict, overrules, by_kind }: Overruling,
): DomainError | null {
  const against = verdict === "absent" ? known : [];
  const strange = notOverruled(
    overrules.map((evidence_id) => ({ evidence_id })),
    against.map(({ evidence_id }) => evidence_id),
  );
  if (strange.length > 0) return nothingToOverrule(strange.map(({ evidence_id }) => evidence_id));
  const left = by_kind === "person" ? notOverruled(against, overrules) : against;
  return left.length === 0 ? null : saysCommitted(left, by_kind);
}

function saysCommitted(left: readonly CommittedEvidence[], by_kind: Caller["kind"]): DomainError {
  const evidence = left.slice(0, NAMED).map(({ evidence_id, source, external_id, observed_at }) => ({
    ...{ evidence_id, source, external_id, observed_at },
  }));
  return conflictError(
    "evidence_says_committed",
    left.length === 1
      ? "Evidence of this case says that it happened."
      : `${left.length} pieces of evidence of this case say that it happened.`,
    {
      ...{ field: "overrules", received: "absent" },
      hint:
        by_kind === "person"
          ? "Look at each: whichever does not speak of this effect, name in overrules."
          : "A person has to look at each.",
      details: { evidence, evidence_count: left.length },
    },
  );
}

function nothingToOverrule(evidence_ids: readonly string[]): DomainError {
  return validationError(
    "evidence_not_overruled",
    "These are no evidence that speaks against this verdict.",
    {
      ...{ field: "overrules", received: evidence_ids[0] },
      hint: "Only absent overrules, and only evidence of this case that says committed: read the case again.",
      details: { evidence_ids },
    },
  );
}
