import { z } from "zod";
import type { EvidenceGiven } from "@/domain/evidence";
import { addSeconds, instantFromDate, parseInstant } from "@/domain/instant";
import {
  type KeyProtection,
  type Ruling,
  rule,
  VERDICTS,
  type Verdict,
  whyNotAbsent,
} from "@/domain/verdict";
import { isWebAddress } from "./fill-template";
import { type Seen, seenIn } from "./told-json";

/** Where a person looks. Free text on the wire; these are what the form offers. */
export const EVIDENCE_KINDS = [
  { value: "provider_dashboard", label: "Provider's dashboard" },
  { value: "provider_support", label: "Provider's support" },
  { value: "ledger", label: "Ledger or statement" },
  { value: "log", label: "Log" },
  { value: "recipient", label: "Recipient or customer" },
  { value: "other", label: "Something else" },
] as const;

const evidenceDraft = z.object({
  /** Tells the rows of the form apart; never sent */
  row: z.string(),
  kind: z.string(),
  external_id: z.string(),
  url: z.string(),
  note: z.string(),
  /** Null until something is written down: what was not looked at has no time */
  observed_at: z.string().nullable(),
});
export type EvidenceDraft = z.output<typeof evidenceDraft>;

export const verdictDraft = z.object({
  verdict: z.enum(VERDICTS).nullable(),
  evidence: z.array(evidenceDraft),
});
export type VerdictDraft = z.output<typeof verdictDraft>;

/** A draft once it is whole, as it is sent. */
export type VerdictToSend = { verdict: Verdict; evidence: EvidenceGiven[]; overrules: string[] };

/** An empty row of evidence; `row` must be unlike the others of the draft. */
export function emptyEvidence(row: string): EvidenceDraft {
  return { row, kind: EVIDENCE_KINDS[0].value, external_id: "", url: "", note: "", observed_at: null };
}

export const EMPTY_DRAFT: VerdictDraft = { verdict: null, evidence: [emptyEvidence("1")] };

/** Whether the row says anything yet. */
export function isBlank({ external_id, url, note }: EvidenceDraft): boolean {
  return [external_id, url, note].every((part) => part.trim() === "");
}

/** Changes one row; the first thing written down stamps when it was seen, unless a time was chosen. */
export function changeEvidence(
  draft: VerdictDraft,
  row: string,
  change: Partial<EvidenceDraft>,
  nowMs: number,
): VerdictDraft {
  const evidence = draft.evidence.map((each) => {
    if (each.row !== row) return each;
    const next = { ...each, ...change };
    if (next.observed_at !== null || isBlank(next)) return next;
    return { ...next, observed_at: instantFromDate(new Date(nowMs)).iso };
  });
  return { ...draft, evidence };
}

export type DraftProblems = {
  verdict: string | null;
  /** Nothing at all was written down */
  evidence: string | null;
  /** By row, then by field */
  rows: Readonly<Record<string, { url?: string; observed_at?: string }>>;
};

/** What keeps the draft from being sent, each with what to do. `now` is the server's time. */
export function problemsOf(draft: VerdictDraft, now: string): DraftProblems {
  const told = draft.evidence.filter((each) => !isBlank(each));
  const rows = told.map((each) => [each.row, problemsOfRow(each, now)] as const);
  return {
    verdict: draft.verdict === null ? "Choose what happened." : null,
    evidence: told.length === 0 ? "Give an id, a link or a note of what you saw." : null,
    rows: Object.fromEntries(rows.filter(([, problems]) => Object.keys(problems).length > 0)),
  };
}

/** Clocks that differ are forgiven as far as the server does (domain/evidence); it writes down its own time then. */
const FORGIVEN_SECONDS = 60;

function problemsOfRow(
  { url, observed_at }: EvidenceDraft,
  now: string,
): { url?: string; observed_at?: string } {
  const seen = parseInstant(observed_at ?? "");
  return {
    ...(url.trim() !== "" && !isWebAddress(url.trim()) && { url: "A full address, starting with https://." }),
    ...(seen === null && { observed_at: "Say when you saw it." }),
    ...(seen !== null &&
      seen.iso > addSeconds(now, FORGIVEN_SECONDS) && {
        observed_at: "Nothing can have been seen in the future.",
      }),
  };
}

/** Whether nothing keeps the draft from being sent. */
export function isComplete(problems: DraftProblems): boolean {
  return problems.verdict === null && problems.evidence === null && Object.keys(problems.rows).length === 0;
}

/** The evidence as it is sent: rows that say nothing are left out, blank parts are absent. */
export function evidenceOf(draft: VerdictDraft): EvidenceGiven[] {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return draft.evidence
    .filter((each) => !isBlank(each) && each.observed_at !== null)
    .map(({ kind, external_id, url, note, observed_at }) => ({
      kind,
      external_id: orNull(external_id),
      url: orNull(url),
      note: orNull(note),
      observed_at: parseInstant(observed_at ?? "")?.iso ?? "",
    }));
}

export type Preview = {
  ruling: Ruling;
  seen: Seen;
  /** From when `absent` may be given; null when it may be given now */
  permitted_from: string | null;
};

/** What the server would rule now on this draft, by the very rules it applies; null until a verdict is chosen. */
export function previewOf(
  draft: VerdictDraft,
  facts: KeyProtection & { safe_after: string },
  now: string,
): Preview | null {
  if (draft.verdict === null) return null;
  const ruling = rule(draft.verdict, facts, now);
  const seen = seenIn(evidenceOf(draft));
  if (draft.verdict !== "absent") return { ruling, seen, permitted_from: null };
  // Before anything is written down, it is as if one looked right now.
  const observed_at = seen.observed_at ?? now;
  const refused = whyNotAbsent(facts, facts.safe_after, observed_at, now) !== null;
  return { ruling, seen, permitted_from: refused ? facts.safe_after : null };
}
