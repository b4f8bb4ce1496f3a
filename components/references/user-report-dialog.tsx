"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { fieldErrors } from "@/lib/client/field-errors";
import { openCase } from "@/lib/client/open-case";
import type { EventItem } from "@/lib/contract/events-list";
import type { ReportAnswer } from "@/lib/contract/report";

type UserReportDialogProps = { event: EventItem; case: ReportAnswer["case"]; onClose: () => void };

/** As long as the door takes it, in characters. */
const REASON_MOST = 8_192;

/** What happens when it is sent, which depends on where the case stands. */
function consequence(found: ReportAnswer["case"]): string {
  if (found === null) return "Opens a case in the queue: a person will look whether it happened.";
  if (found.state === "settled")
    return "The case is settled; your report has it looked at again, and the runtime waits anew.";
  return "Is attached to the case in the queue, where whoever works on it sees it.";
}

/** "They say they were charged twice": support's word, put before those who can look. */
export function UserReportDialog({ event, case: found, onClose }: UserReportDialogProps) {
  const [reason, setReason] = useState("");
  const form = useId();
  const client = useQueryClient();
  const { reference, event_id, occurred_at } = event;
  const send = useMutation({
    mutationFn: () => openCase({ reason, reference, event_id, occurred_at }),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: ["references", reference] });
      toast({
        title: "It is in the queue",
        description: "You are told as soon as it is settled, and this page says so too.",
        tone: "ok",
      });
      onClose();
    },
  });
  const { reason: fault } = fieldErrors(send.error);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    send.mutate();
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title="What does the user say?"
      description={consequence(found)}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={send.isPending}
            disabled={reason.trim() === ""}
          >
            {found === null ? "Open a case" : "Attach it"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label="In their words"
          hint="“I was charged twice on Tuesday.” Stays among people, never goes to a runtime, and cannot be taken back: add to it if it was wrong."
          error={fault}
        >
          <Textarea
            autoFocus
            rows={4}
            maxLength={REASON_MOST}
            value={reason}
            onChange={(change) => setReason(change.target.value)}
          />
        </Field>
        {send.error && !fault && <ErrorState title="This was not sent" {...describeError(send.error)} />}
      </form>
    </Dialog>
  );
}
