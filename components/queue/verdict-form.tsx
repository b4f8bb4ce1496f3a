"use client";

import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Section } from "@/components/ui/section";
import { instantFromDate } from "@/domain/instant";
import type { CaseDetail } from "@/lib/contract/cases";
import type { ClaimState } from "./claim-state";
import { ConfirmVerdict } from "./confirm-verdict";
import { evidenceOf, isComplete, type Preview, previewOf, problemsOf, type VerdictToSend } from "./draft";
import { EvidenceFields } from "./evidence-fields";
import { focusFirstProblem } from "./focus-problem";
import { useQueueNow } from "./queue-clock";
import { RulingPreview } from "./ruling-preview";
import { useDraft } from "./use-draft";
import { useSecondPerson } from "./use-second-person";
import { VerdictChoice } from "./verdict-choice";

type VerdictFormProps = { of: CaseDetail; claim: ClaimState; onSent: () => void };

/** What the form says, what keeps it from being sent, and what would be told; `asked` is what was put to the last look. */
function useVerdictForm(of: CaseDetail, claim: ClaimState) {
  const { draft, change, clear } = useDraft(of.case_id, of.opening);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<VerdictToSend | null>(null);
  const [confirming, setConfirming] = useState(false);
  const nowMs = useQueueNow();
  const now = instantFromDate(new Date(nowMs)).iso;
  const facts = { ...of, key_reused: of.flags.includes("key_reused") };
  const problems = problemsOf(draft, now);
  const preview = previewOf(draft, facts, now);
  const blocked = whyBlocked(claim, preview?.permitted_from ?? null);
  const review = (form: HTMLElement) => {
    setTried(true);
    if (isComplete(problems) && draft.verdict !== null) {
      setAsked({ verdict: draft.verdict, evidence: evidenceOf(draft) });
      setConfirming(true);
    } else focusFirstProblem(form);
  };
  const shown = tried ? problems : null;
  return {
    draft,
    change,
    clear,
    facts,
    now,
    nowMs,
    shown,
    preview,
    blocked,
    review,
    asked,
    confirming,
    setConfirming,
  };
}

/** The answer and its evidence; what will be told stands in sight before anything is sent. */
export function VerdictForm({ of, claim, onSent }: VerdictFormProps) {
  const form = useVerdictForm(of, claim);
  const { draft, change, preview } = form;
  return (
    <Section title="Settle" actions={<Kbd>r</Kbd>}>
      <form
        id={VERDICT_FORM_ID}
        noValidate
        className="flex flex-col gap-5"
        onKeyDown={leaveOnEscape}
        onSubmit={(event) => {
          event.preventDefault();
          if (form.blocked === null) form.review(event.currentTarget);
        }}
      >
        <VerdictChoice
          value={draft.verdict}
          onChange={(verdict) => change({ ...draft, verdict })}
          facts={form.facts}
          now={form.now}
          error={form.shown?.verdict ?? null}
        />
        <EvidenceFields draft={draft} onChange={change} problems={form.shown} />
        <SendPart tool={of.tool} claim={claim} preview={preview} blocked={form.blocked} nowMs={form.nowMs} />
      </form>
      {form.asked && preview && (
        <ConfirmVerdict
          of={of}
          request={form.asked}
          ruling={preview.ruling}
          open={form.confirming}
          onOpenChange={form.setConfirming}
          onSent={() => {
            form.clear();
            onSent();
          }}
        />
      )}
    </Section>
  );
}

type SendPartProps = {
  tool: string | null;
  claim: ClaimState;
  preview: Preview | null;
  blocked: string | null;
  nowMs: number;
};

/** What will be told, and the way there; stays in sight while the form scrolls under it. */
function SendPart({ tool, claim, preview, blocked, nowMs }: SendPartProps) {
  const needs_second_person = useSecondPerson(tool);
  return (
    <div className="-mx-1 bottom-0 flex flex-col items-start gap-3 border-t bg-ground px-1 pt-3 pb-4 [@media(min-width:64rem)_and_(min-height:44rem)]:sticky">
      <RulingPreview preview={preview} needs_second_person={needs_second_person} nowMs={nowMs} />
      <Button
        type="submit"
        variant={claim.is === "mine" ? "primary" : "secondary"}
        disabled={blocked !== null}
        aria-describedby={`${VERDICT_FORM_ID}-blocked`}
      >
        Review and send
      </Button>
      <p id={`${VERDICT_FORM_ID}-blocked`} className="text-muted text-xs">
        {blocked ?? "Nothing is sent before you confirm it."}
      </p>
    </div>
  );
}

const VERDICT_FORM_ID = "verdict-form";

/** Puts the focus on the answer that is chosen, else on the first one. */
export function focusVerdictForm(): void {
  const form = document.getElementById(VERDICT_FORM_ID);
  const answer =
    form?.querySelector<HTMLElement>("input[data-verdict]:checked") ??
    form?.querySelector<HTMLElement>("input[data-verdict]");
  answer?.focus();
  answer?.scrollIntoView({ block: "center" });
}

/** Out of a field and back to the keys of the page; nothing is lost. */
function leaveOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || !(event.target instanceof HTMLElement)) return;
  event.stopPropagation();
  event.target.blur();
}

/** Why nothing can be sent now, whatever the form says; null when it can. */
function whyBlocked(claim: ClaimState, permitted_from: string | null): string | null {
  if (claim.is === "other") return "Somebody else holds this case.";
  if (claim.is === "lost") return "Your claim has ended: claim the case again first. What you wrote is kept.";
  if (claim.is !== "mine") return "Claim the case first. You can already write.";
  return permitted_from === null ? null : "Too early for this answer; see above from when it is safe.";
}
