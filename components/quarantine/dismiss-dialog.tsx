"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { dismissQuarantined, reopenQuarantined } from "@/lib/client/quarantine";
import type { QuarantineChoice } from "@/lib/contract/quarantine";
import { FailedNote } from "./failed-note";

type DismissDialogProps = {
  choose: QuarantineChoice;
  count: number;
  onDone: () => void;
  onClose: () => void;
};

/** Leaves items out, with a reason that others read; undone from the notice, or item by item. */
export function DismissDialog({ choose, count, onDone, onClose }: DismissDialogProps) {
  const [note, setNote] = useState("");
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: dismissQuarantined,
    onSuccess: ({ dismissed, dismissed_at }) => {
      onDone();
      const undo = async () => {
        try {
          const { reopened } = await reopenQuarantined({ dismissed_at });
          toast({ title: `${formatCount(reopened)} opened again`, tone: "ok" });
        } catch (error) {
          toast({
            title: "They could not be opened again",
            description: describeError(error).message,
            tone: "danger",
          });
        }
        await queries.invalidateQueries({ queryKey: ["quarantine"] });
      };
      toast({
        title: `${formatCount(dismissed)} dismissed`,
        tone: "ok",
        action: { label: "Undo", run: () => void undo() },
      });
    },
  });
  const send = () => dismiss.mutate({ choose, count, note });
  return (
    <Dialog
      open
      size="sm"
      title={`Dismiss ${formatCount(count)} ${count === 1 ? "item" : "items"}`}
      description="They stay to be seen under “Dismissed”. A case that one of them opened stays in the queue."
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" busy={dismiss.isPending} disabled={note.trim() === ""} onClick={send}>
            Dismiss {formatCount(count)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label="Why they need not be sent again">
          <Textarea value={note} maxLength={8192} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <FailedNote error={dismiss.error} />
      </div>
    </Dialog>
  );
}
