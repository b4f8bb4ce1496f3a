import { ApiError } from "@/lib/client/api-error";
import type { DraftProblems } from "./draft";

/** Where in the form the cause of a refusal stands; `form`: in none of its fields. */
export type RefusalPlace =
  | "verdict"
  | "evidence"
  | "observed_at"
  | "attempts"
  | "overrules"
  | "claim"
  | "form";

const PLACE_OF: Readonly<Record<string, RefusalPlace>> = {
  effect_may_still_land: "observed_at",
  observed_in_future: "observed_at",
  evidence_required: "evidence",
  verdict_contradicts_attempts: "verdict",
  attempts_not_settled: "attempts",
  evidence_says_committed: "overrules",
  evidence_not_overruled: "overrules",
  claim_expired: "claim",
  claim_required: "claim",
  claimed_by_other: "claim",
};

/** The field that a refused verdict is about, by its code, else by the field that the problem names. */
export function placeRefusal(error: unknown): RefusalPlace {
  if (!(error instanceof ApiError)) return "form";
  const { code, field } = error.problem;
  const known = PLACE_OF[code];
  if (known !== undefined) return known;
  if (typeof field !== "string") return "form";
  if (field.endsWith("observed_at")) return "observed_at";
  if (field.startsWith("evidence")) return "evidence";
  return field === "verdict" ? "verdict" : "form";
}

type Refused = { place: RefusalPlace; words: string };

/** What keeps the draft from being sent, with the server's refusal beside the field it is about; `row`: the newest look. */
export function withRefusal(
  problems: DraftProblems | null,
  refused: Refused | null,
  row: string | null,
): DraftProblems | null {
  if (refused === null) return problems;
  const { place, words } = refused;
  const base = problems ?? { verdict: null, evidence: null, rows: {} };
  if (place === "verdict") return { ...base, verdict: words };
  if (place === "evidence" || (place === "observed_at" && row === null)) return { ...base, evidence: words };
  if (place !== "observed_at" || row === null) return problems;
  return { ...base, rows: { ...base.rows, [row]: { ...base.rows[row], observed_at: words } } };
}
