"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { approveVerdict } from "@/lib/client/cases";
import type { CaseDetail } from "@/lib/contract/cases";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";
import { describeIssued } from "./verdict-words";

type ApprovalDialogProps = {
  of: CaseDetail;
  verdict_id: string;
  agree: boolean;
  /** What the runtime will be told, in words */
  told: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The note and the write behind an answer; who sends a verdict back has to say why. */
function useAnswer({ of, verdict_id, agree, onOpenChange }: ApprovalDialogProps) {
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const text = note.trim();
  const missing = !agree && text === "";
  const { run, isPending, error, reset } = useCaseWrite(
    () => approveVerdict(of.case_id, { verdict_id, agree, ...(text !== "" && { note: text }) }),
    () => {
      toast({ title: agree ? describeIssued("settled") : "Sent back: the case is open again", tone: "ok" });
      onOpenChange(false);
    },
  );
  const submit = () => {
    setTried(true);
    if (!missing) run(undefined);
  };
  const change = (open: boolean) => {
    reset();
    setTried(false);
    onOpenChange(open);
  };
  return { note, setNote, problem: tried && missing, submit, change, isPending, error };
}

/** The second person's last look before they agree or send a verdict back. */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const { agree, told, open } = props;
  const { note, setNote, problem, submit, change, isPending, error } = useAnswer(props);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      keepOnPressOutside
      size="sm"
      title={agree ? "Agree, and send it?" : "Send it back?"}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant={agree ? "danger" : "secondary"} busy={isPending} onClick={submit}>
            {agree ? "Agree and send" : "Send it back"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {agree ? (
          <p>
            The runtime will be told: <strong className="font-semibold">{told}</strong>.
          </p>
        ) : (
          <p>The case is open again, and nothing was ever sent.</p>
        )}
        <Field
          label="Note"
          optional={agree}
          error={problem ? "Say what speaks against it." : undefined}
          hint="Among people; never sent to a runtime."
        >
          <Textarea rows={2} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <RefusalNote error={error} />
      </div>
    </Dialog>
  );
}
