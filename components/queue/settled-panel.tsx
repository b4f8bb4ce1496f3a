"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { useMay } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { DeliverySteps } from "./delivery-steps";
import { useFormat } from "./queue-clock";
import { ReopenDialog } from "./reopen-dialog";
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
  const focus = useRef<HTMLDivElement>(null);
  const verdict = of.verdicts.find(({ verdict_id }) => verdict_id === of.verdict_id);
  useEffect(() => {
    if (!takeFocus) return;
    // After the dialog has given the focus back to a form that is gone.
    const timer = setTimeout(() => focus.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, [takeFocus]);
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
              , <Time iso={verdict.settled_at} />
            </>
          )}
        </p>
        <DeliverySteps delivery={verdict.delivery} />
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
