"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { instantFromDate } from "@/domain/instant";
import { rule } from "@/domain/verdict";
import { useMay, useSession } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { ApprovalDialog } from "./approval-dialog";
import { overruledBy } from "./commits-against";
import { OverruledList } from "./overruled-list";
import { useFormat, useQueueNow } from "./queue-clock";
import { TellsExactly } from "./tells-exactly";
import { useTakenFocus } from "./use-taken-focus";
import { cautionOf, describeRuling } from "./verdict-words";

type ApprovalPanelProps = {
  of: CaseDetail;
  /** Just proposed from this page: the focus goes here from the form that is gone */
  takeFocus: boolean;
};

/** A verdict that waits for another person. Until then the runtime sees that nothing is decided. */
export function ApprovalPanel({ of, takeFocus }: ApprovalPanelProps) {
  const { id } = useSession();
  const mayApprove = useMay("cases.approve");
  const format = useFormat();
  const nowMs = useQueueNow();
  const [answer, setAnswer] = useState<"agree" | "refuse">("agree");
  const [asking, setAsking] = useState(false);
  const ask = (next: "agree" | "refuse") => {
    setAnswer(next);
    setAsking(true);
  };
  const focus = useTakenFocus(takeFocus);
  const proposal = of.verdicts.find(({ verdict_id }) => verdict_id === of.proposal_id);
  if (proposal === undefined) return null;
  const own = proposal.by_id === id;
  // Of this moment, as the agreement will be: the key's life goes on while it waits.
  const facts = { key_expires_at: of.key_expires_at, key_reused: of.flags.includes("key_reused") };
  const ruling = rule(proposal.verdict, facts, instantFromDate(new Date(nowMs)).iso);
  const caution = cautionOf(ruling);
  return (
    <Section title="Waits for a second person">
      <div ref={focus} tabIndex={-1} className="flex flex-col gap-3 text-sm">
        <p>
          {own ? "You propose" : `${proposal.by} proposes`} that the runtime is told:{" "}
          <strong className="font-semibold">{describeRuling(ruling, format)}</strong>.
        </p>
        {caution !== null && <p className="text-muted">{caution}</p>}
        <TellsExactly ruling={ruling} seen={proposal} />
        <OverruledList commits={overruledBy(of, proposal)} />
        <p className="text-muted">
          {own
            ? "Another person than you has to agree. Nothing is sent before that; new evidence or attempts withdraw it."
            : "Look at the evidence yourself before you agree: your name stands beside theirs."}
        </p>
        {mayApprove && !own && (
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => ask("agree")}>
              Agree…
            </Button>
            <Button onClick={() => ask("refuse")}>Send it back…</Button>
          </div>
        )}
      </div>
      <ApprovalDialog
        of={of}
        verdict_id={proposal.verdict_id}
        agree={answer === "agree"}
        told={describeRuling(ruling, format)}
        open={asking}
        onOpenChange={setAsking}
      />
    </Section>
  );
}
