"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { approveVerdict } from "@/lib/client/cases";
import { useMay, useSession } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { useFormat } from "./queue-clock";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";
import { cautionOf, describeRuling } from "./verdict-words";

/** A verdict that waits for another person. Until then the runtime sees that nothing is decided. */
export function ApprovalPanel({ of }: { of: CaseDetail }) {
  const { id } = useSession();
  const mayApprove = useMay("cases.approve");
  const format = useFormat();
  const [answer, setAnswer] = useState<"agree" | "refuse">("agree");
  const [asking, setAsking] = useState(false);
  const ask = (next: "agree" | "refuse") => {
    setAnswer(next);
    setAsking(true);
  };
  const proposal = of.verdicts.find(({ verdict_id }) => verdict_id === of.proposal_id);
  if (proposal === undefined) return null;
  const own = proposal.by_id === id;
  const caution = cautionOf(proposal);
  return (
    <Section title="Waits for a second person">
      <div className="flex flex-col gap-3 text-sm">
        <p>
          {own ? "You propose" : `${proposal.by} proposes`} that the runtime is told:{" "}
          <strong className="font-semibold">{describeRuling(proposal, format)}</strong>.
        </p>
        {caution !== null && <p className="text-muted">{caution}</p>}
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
      <AnswerDialog
        of={of}
        verdict_id={proposal.verdict_id}
        agree={answer === "agree"}
        told={describeRuling(proposal, format)}
        open={asking}
        onOpenChange={setAsking}
      />
    </Section>
  );
}

type AnswerDialogProps = {
  of: CaseDetail;
  verdict_id: string;
  agree: boolean;
  told: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function AnswerDialog({ of, verdict_id, agree, told, open, onOpenChange }: AnswerDialogProps) {
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const text = note.trim();
  const { run, isPending, error, reset } = useCaseWrite(
    () => approveVerdict(of.case_id, { verdict_id, agree, ...(text !== "" && { note: text }) }),
    () => {
      toast({ title: agree ? "The verdict is sent" : "Sent back: the case is open again", tone: "ok" });
      onOpenChange(false);
    },
  );
  const missing = !agree && text === "";
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        reset();
        onOpenChange(next);
      }}
      keepOnPressOutside
      size="sm"
      title={agree ? "Agree, and send it?" : "Send it back?"}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant={agree ? "danger" : "secondary"}
            busy={isPending}
            onClick={() => {
              setTried(true);
              if (!missing) run(undefined);
            }}
          >
            {agree ? "Agree and send" : "Send it back"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          {agree ? (
            <>
              The runtime will be told: <strong className="font-semibold">{told}</strong>.
            </>
          ) : (
            "The case is open again, and nothing was ever sent."
          )}
        </p>
        <Field
          label="Note"
          optional={agree}
          error={tried && missing ? "Say what speaks against it." : undefined}
          hint="Among people; never sent to a runtime."
        >
          <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <RefusalNote error={error} />
      </div>
    </Dialog>
  );
}
