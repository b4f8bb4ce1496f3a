import type { CommittedEvidence } from "@/domain/committed-evidence";
import type { Verdict } from "@/domain/verdict";
import { ApiError } from "@/lib/client/api-error";
import type { CaseDetail } from "@/lib/contract/cases";
import type { GivenVerdict } from "@/lib/contract/verdicts";

/** What says that it happened, for a person to look at. */
export type Commit = CommittedEvidence & {
  note: string | null;
  /** It may be of other cases as well. */
  possible: boolean;
};

type Known = Pick<CaseDetail, "evidence" | "possible_evidence">;

/**
 * The evidence that `absent` has to overrule piece by piece, by the rule that the server applies; none for another
 * verdict. `arrived` is what a refusal named before the case was read again.
 */
export function commitsAgainst(
  of: Known,
  verdict: Verdict | null,
  arrived: readonly CommittedEvidence[],
): Commit[] {
  if (verdict !== "absent") return [];
  const commits = new Map<string, Commit>();
  const add = (piece: CommittedEvidence & { note?: string | null }, possible: boolean) => {
    const { evidence_id, source, external_id, observed_at, note = null } = piece;
    if (!commits.has(evidence_id))
      commits.set(evidence_id, { evidence_id, source, external_id, observed_at, note, possible });
  };
  for (const piece of of.evidence) if (piece.effect === "committed") add(piece, false);
  for (const piece of of.possible_evidence) if (piece.effect === "committed") add(piece, true);
  for (const piece of arrived) add(piece, false);
  return [...commits.values()];
}

/** The pieces that a verdict was given over, as far as they are still among what is shown of the case. */
export function overruledBy(
  of: Known,
  { verdict, overrules }: Pick<GivenVerdict, "verdict" | "overrules">,
): Commit[] {
  return commitsAgainst(of, verdict, []).filter(({ evidence_id }) => overrules.includes(evidence_id));
}

/** The pieces that a refused verdict names; none where it was refused for something else. */
export function commitsNamed(error: unknown): readonly CommittedEvidence[] {
  if (!(error instanceof ApiError) || error.problem.code !== "evidence_says_committed") return [];
  const { evidence } = error.problem;
  return Array.isArray(evidence) ? (evidence as CommittedEvidence[]) : [];
}

/** What was seen, where and when, in a line; `format` writes an instant with its zone. */
export function describeCommit(commit: Commit, format: (iso: string) => string): string {
  const { source, external_id, observed_at, possible } = commit;
  const seen = [source, external_id, format(observed_at)].filter((part) => part !== null).join(", ");
  return possible ? `${seen}; may belong to other cases` : seen;
}
