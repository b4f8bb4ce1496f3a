"use client";

import type { KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Section } from "@/components/ui/section";
import type { CaseDetail } from "@/lib/contract/cases";
import type { ClaimState } from "./claim-state";
import { CommitsAgainstList } from "./commits-against-list";
import { ConfirmVerdict } from "./confirm-verdict";
import type { Preview } from "./draft";
import { EvidenceFields } from "./evidence-fields";
import { VERDICT_FORM_ID } from "./focus-verdict-form";
import { RulingPreview } from "./ruling-preview";
import { useSecondPerson } from "./use-second-person";
import { useVerdictForm } from "./use-verdict-form";
import { VerdictChoice } from "./verdict-choice";

type VerdictFormProps = { of: CaseDetail; claim: ClaimState; onSent: () => void };

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
        onKeyDown={(event) => onFormKey(event, () => event.currentTarget.requestSubmit())}
        onSubmit={(event) => {
          event.preventDefault();
          form.review(event.currentTarget);
        }}
      >
        <VerdictChoice
          value={draft.verdict}
          onChange={(verdict) => change({ ...draft, verdict })}
          facts={form.facts}
          nowMs={form.nowMs}
          error={form.shown?.verdict ?? null}
        />
        <CommitsAgainstList
          commits={form.overrules.commits}
          ticked={form.overrules.ticked}
          onTick={form.overrules.tick}
          error={form.against}
        />
        <EvidenceFields draft={draft} onChange={change} problems={form.shown} />
        <SendPart
          {...{ tool: of.tool, claim, preview, blocked: form.blocked, nowMs: form.nowMs }}
          against={form.overrules.isOpen}
          refused={form.elsewhere}
        />
      </form>
      {form.asked && preview && (
        <ConfirmVerdict
          of={of}
          request={form.asked}
          over={form.overrules.overruled}
          ruling={preview.ruling}
          open={form.confirming}
          onOpenChange={form.setConfirming}
          onRefused={form.refuse}
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
  /** Evidence that says the opposite was not looked at yet */
  against: boolean;
  /** A refusal that is about no field of the form */
  refused: string | null;
};

/** What will be told, and the way there; stays in sight while the form scrolls under it. */
function SendPart({ tool, claim, preview, blocked, nowMs, against, refused }: SendPartProps) {
  const needs_second_person = useSecondPerson(tool);
  return (
    <div className="-mx-1 bottom-0 flex flex-col items-start gap-3 border-t bg-ground px-1 pt-3 pb-4 [@media(min-width:64rem)_and_(min-height:44rem)]:sticky">
      <RulingPreview {...{ preview, needs_second_person, nowMs, against }} />
      <Button
        type="submit"
        variant={claim.is === "mine" ? "primary" : "secondary"}
        disabled={blocked !== null}
        aria-describedby={`${VERDICT_FORM_ID}-blocked`}
      >
        Review and send
        <Kbd>Ctrl ↵</Kbd>
      </Button>
      {refused !== null && (
        <p role="alert" className="text-danger text-sm">
          {refused}
        </p>
      )}
      <p id={`${VERDICT_FORM_ID}-blocked`} className="text-muted text-xs">
        {blocked ?? "Nothing is sent before you confirm it."}
      </p>
    </div>
  );
}

/** Out of a field and back to the keys of the page, where nothing is lost; or on to the last look. */
function onFormKey(event: KeyboardEvent<HTMLFormElement>, submit: () => void): void {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    submit();
    return;
  }
  if (event.key !== "Escape" || !(event.target instanceof HTMLElement)) return;
  event.stopPropagation();
  event.target.blur();
}
