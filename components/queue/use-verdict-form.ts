"use client";

import { useState } from "react";
import { instantFromDate } from "@/domain/instant";
import type { CaseDetail } from "@/lib/contract/cases";
import { describeContradiction, describeLeft } from "./attempts-left";
import { useCaseDraft } from "./case-draft";
import type { ClaimState } from "./claim-state";
import { describeRefusal } from "./describe-refusal";
import {
  evidenceOf,
  isBlank,
  isComplete,
  previewOf,
  problemsOf,
  type VerdictDraft,
  type VerdictToSend,
} from "./draft";
import { focusClaim } from "./focus-claim";
import { focusCommits } from "./focus-commits";
import { focusFirstProblem } from "./focus-problem";
import { placeRefusal, type RefusalPlace, withRefusal } from "./place-refusal";
import { useFormat, useQueueNow } from "./queue-clock";
import { useOverrules } from "./use-overrules";

type Refused = { place: RefusalPlace; words: string };

/** What the form says, what keeps it from being sent, and what would be told; `asked` is what was put to the last look. */
export function useVerdictForm(of: CaseDetail, claim: ClaimState) {
  const { draft, change: write, clear: clearDraft } = useCaseDraft();
  const overrules = useOverrules(of, draft.verdict);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<VerdictToSend | null>(null);
  const [confirming, setConfirming] = useState(false);
  const { refused, refuse, forget } = useRefusal(overrules.takeNamed, () => setConfirming(false));
  const nowMs = useQueueNow();
  const now = instantFromDate(new Date(nowMs)).iso;
  const facts = { ...of, key_reused: of.flags.includes("key_reused") };
  const problems = problemsOf(draft, now);
  const preview = previewOf(draft, facts, now);
  const left = describeLeft(of);
  const contradiction = describeContradiction(of, draft.verdict);
  const open = overrules.isOpen ? "Look first at each piece that says it happened." : null;
  const blocked = whyBlocked(claim, preview?.permitted_from ?? null, left ?? contradiction ?? open);
  const review = (form: HTMLElement) => {
    setTried(true);
    if (blocked !== null) return;
    if (isComplete(problems) && draft.verdict !== null) {
      const overruled = overrules.overruled.map(({ evidence_id }) => evidence_id);
      setAsked({ verdict: draft.verdict, evidence: evidenceOf(draft), overrules: overruled });
      setConfirming(true);
    } else focusFirstProblem(form);
  };
  const change = (next: VerdictDraft) => {
    forget();
    write(next);
  };
  const clear = () => {
    clearDraft();
    overrules.clear();
  };
  const newest = draft.evidence.findLast((row) => !isBlank(row))?.row ?? null;
  const elsewhere = saidBelow(refused, claim, left);
  const shown = withRefusal(tried ? problems : null, refused, newest);
  return {
    ...{ overrules, against: refused?.place === "overrules" && overrules.isOpen ? refused.words : null },
    ...{ draft, change, clear, facts, now, nowMs, shown, preview, blocked, elsewhere },
    ...{ review, asked, confirming, setConfirming, refuse },
  };
}

/** A refusal that is about a field goes there, and the last look is over; `refuse` says whether it was one. */
function useRefusal(takeNamed: (error: unknown) => void, onPlaced: () => void) {
  const format = useFormat();
  const [refused, setRefused] = useState<Refused | null>(null);
  const refuse = (error: unknown): boolean => {
    const place = placeRefusal(error);
    if (place === "form") return false;
    const { title, text, next } = describeRefusal(error, format);
    setRefused({ place, words: place === "claim" ? `${title}. ${next}` : `${text} ${next}` });
    onPlaced();
    if (place === "overrules") takeNamed(error);
    if (place === "claim") focusClaim();
    if (place === "overrules") focusCommits();
    return true;
  };
  return { refused, refuse, forget: () => setRefused(null) };
}

/** A refusal that is about no field of the form, as long as what it says holds. */
function saidBelow(refused: Refused | null, claim: ClaimState, left: string | null): string | null {
  if (refused?.place === "claim") return claim.is === "mine" ? null : refused.words;
  return refused?.place === "attempts" && left === null ? refused.words : null;
}

/** Why nothing can be sent now, whatever the form says; null when it can. */
function whyBlocked(claim: ClaimState, permitted_from: string | null, left: string | null): string | null {
  if (claim.is === "other") return "Somebody else holds this case.";
  if (claim.is === "lost") return "Your claim has ended: claim the case again first. What you wrote is kept.";
  if (claim.is !== "mine") return "Claim the case first. You can already write.";
  if (left !== null) return left;
  return permitted_from === null ? null : "Too early for this answer; see above from when it is safe.";
}
