"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { useCaseDraft } from "./case-draft";
import { DeliverySteps } from "./delivery-steps";
import { isBlank } from "./draft";
import { useFormat } from "./queue-clock";
import { ReopenDialog } from "./reopen-dialog";
import { useTakenFocus } from "./use-taken-focus";
import { sentenceOf } from "./verdict-words";

type SettledPanelProps = {
  of: CaseDetail;
  /** Just settled from this page: the focus goes here from the form that is gone */
  takeFocus: boolean;
};

/** How the case ended, how far its answer got, and the way back. */
export function SettledPanel({ of, takeFocus }: SettledPanelProps) {
  const format = useFormat();
  const mayWork = useMay("cases.work");
  const [asking, setAsking] = useState(false);
  const focus = useTakenFocus(takeFocus);
  const verdict = of.verdicts.find(({ verdict_id }) => verdict_id === of.verdict_id);
  if (verdict === undefined) return null;
  return (
    <Section title="Settled">
      <div ref={focus} tabIndex={-1} className="flex flex-col gap-3 text-sm">
        <p className="border-accent border-l-2 pl-3">
          <span className="eyebrow block">
            {verdict.delivery.delivered_at === null ? "The runtime will be told" : "The runtime was told"}
          </span>
          <span className="font-medium text-base">{sentenceOf(verdict, format)}</span>
        </p>
        <p className="text-muted">
          by {verdict.by}
          {verdict.approved_by !== null && `, agreed by ${verdict.approved_by}`}
          {verdict.settled_at !== null && (
            <>
              , <Time past iso={verdict.settled_at} />
            </>
          )}
        </p>
        <p className="flex items-center gap-1 text-muted text-xs">
          Verdict <code className="min-w-0 truncate">{verdict.verdict_id}</code>
          <CopyButton compact text={verdict.verdict_id} label="Copy the verdict's id" />
        </p>
        <DeliverySteps delivery={verdict.delivery} />
        <UnsentAnswer />
        {mayWork && (
          <Button className="self-start" onClick={() => setAsking(true)}>
            Reopen…
          </Button>
        )}
      </div>
      <ReopenDialog of={of} open={asking} onOpenChange={setAsking} />
    </Section>
  );
}

/** Another one was quicker: what this person wrote is not lost. */
function UnsentAnswer() {
  const { draft, clear } = useCaseDraft();
  if (draft.verdict === null && draft.evidence.every(isBlank)) return null;
  return (
    <div role="status" className="flex flex-col items-start gap-1 border-warn border-l-2 pl-3">
      <p>
        What you wrote was not sent. It is kept in this tab: reopen the case with a reason, and it stands in
        the form again.
      </p>
      <Button size="sm" variant="quiet" onClick={clear}>
        Throw it away
      </Button>
    </div>
  );
}
