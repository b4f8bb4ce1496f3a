"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { reopenCase } from "@/lib/client/cases";
import type { CaseDetail } from "@/lib/contract/cases";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";

type ReopenDialogProps = { of: CaseDetail; open: boolean; onOpenChange: (open: boolean) => void };

/** Takes a verdict back, with the reason that everybody will read. */
export function ReopenDialog({ of, open, onOpenChange }: ReopenDialogProps) {
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const { run, isPending, error, reset } = useCaseWrite(
    (text: string) => reopenCase(of.case_id, text),
    () => close(false),
  );
  const close = (next: boolean) => {
    reset();
    setTried(false);
    onOpenChange(next);
  };
  const submit = () => {
    setTried(true);
    if (reason.trim() !== "") run(reason.trim());
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      keepOnPressOutside
      size="sm"
      title="Reopen this case?"
      description="Its verdict no longer stands, and no runtime may act on it from then on."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" busy={isPending} onClick={submit}>
            Reopen it
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <ActedOn of={of} />
        <Field
          label="Why?"
          hint="Stands among the notes, for everybody who sees the case."
          error={tried && reason.trim() === "" ? "Say why, so that the next person knows." : undefined}
        >
          <Textarea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <RefusalNote error={error} />
      </div>
    </Dialog>
  );
}

/** What was acknowledged may have been acted on, and stays done. */
function ActedOn({ of }: { of: CaseDetail }) {
  const standing = of.verdicts.find(({ verdict_id }) => verdict_id === of.verdict_id);
  if (standing === undefined || standing.delivery.acknowledged_at === null) return null;
  return (
    <p className="border-danger border-l-2 pl-3">
      The runtime has acknowledged this verdict and may have acted on it already. Reopening does not take that
      back.
    </p>
  );
}
