"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Section } from "@/components/ui/section";
import { instantFromDate } from "@/domain/instant";
import type { CaseDetail } from "@/lib/contract/cases";
import type { ClaimState } from "./claim-state";
import { ConfirmVerdict } from "./confirm-verdict";
import { evidenceOf, isComplete, previewOf, problemsOf, type VerdictToSend } from "./draft";
import { EvidenceFields } from "./evidence-fields";
import { focusFirstProblem } from "./focus-problem";
import { useQueueNow } from "./queue-clock";
import { RulingPreview } from "./ruling-preview";
import { useDraft } from "./use-draft";
import { useSecondPerson } from "./use-second-person";
import { VerdictChoice } from "./verdict-choice";

type VerdictFormProps = { of: CaseDetail; claim: ClaimState; onSent: () => void };

/** The answer and its evidence; what will be told stands in sight before anything is sent. */
export function VerdictForm({ of, claim, onSent }: VerdictFormProps) {
  const { draft, change, clear } = useDraft(of.case_id, of.opening);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<VerdictToSend | null>(null);
  const [confirming, setConfirming] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const nowMs = useQueueNow();
  const needs_second_person = useSecondPerson(of.tool);
  const now = instantFromDate(new Date(nowMs)).iso;
  const facts = { ...of, key_reused: of.flags.includes("key_reused") };
  const problems = problemsOf(draft, now);
  const preview = previewOf(draft, facts, now);
  const blocked = whyBlocked(claim, preview?.permitted_from ?? null);

  const review = () => {
    setTried(true);
    if (isComplete(problems) && draft.verdict !== null) {
      setAsked({ verdict: draft.verdict, evidence: evidenceOf(draft) });
      setConfirming(true);
    } else if (form.current) focusFirstProblem(form.current);
  };
  return (
    <Section title="Settle" actions={<Kbd>r</Kbd>}>
      <form
        ref={form}
        id={VERDICT_FORM_ID}
        noValidate
        className="flex flex-col gap-5"
        onKeyDown={leaveOnEscape}
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null) review();
        }}
      >
        <VerdictChoice
          value={draft.verdict}
          onChange={(verdict) => change({ ...draft, verdict })}
          facts={facts}
          now={now}
          error={tried ? problems.verdict : null}
        />
        <EvidenceFields draft={draft} onChange={change} problems={tried ? problems : null} />
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
      </form>
      {asked && preview && (
        <ConfirmVerdict
          of={of}
          request={asked}
          ruling={preview.ruling}
          open={confirming}
          onOpenChange={setConfirming}
          onSent={() => {
            clear();
            onSent();
          }}
        />
      )}
    </Section>
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
