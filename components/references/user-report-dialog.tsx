"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { fieldErrors } from "@/lib/client/field-errors";
import { openCase } from "@/lib/client/open-case";
import type { NewCase } from "@/lib/contract/cases";
import type { EventItem } from "@/lib/contract/events-list";
import type { ReportAnswer } from "@/lib/contract/report";
import { PartField, type Place, usePlace } from "./report-place";

/** What is known of a reference without its event; of a reference never seen nothing else. */
export type WithoutEvent = { event_id: null; reference: string } & Record<
  "tool" | "tenant" | "environment" | "service",
  string | null
>;

type About = Pick<EventItem, "event_id" | "reference" | "occurred_at"> | WithoutEvent;
type UserReportDialogProps = { about: About; case: ReportAnswer["case"]; onClose: () => void };

/** The door takes an event by its id, and else needs to know the tool at least, and what part it is of from whoever sees one. */
function reportOf(about: About, reason: string, { tool, ...place }: { tool: string } & Place): NewCase {
  const { reference } = about;
  if (about.event_id !== null)
    return { reason, reference, event_id: about.event_id, occurred_at: about.occurred_at };
  return { reason, reference, tool: tool.trim(), ...place };
}

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
export function UserReportDialog({ about, case: found, onClose }: UserReportDialogProps) {
  const [reason, setReason] = useState("");
  const [tool, setTool] = useState(about.event_id === null ? (about.tool ?? "") : "");
  const { place, asked, choose } = usePlace(about.event_id === null ? about : null);
  const form = useId();
  const client = useQueryClient();
  const needsTool = about.event_id === null;
  const send = useMutation({
    mutationFn: () => openCase(reportOf(about, reason, { tool, ...place })),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: ["references", about.reference] });
      client.invalidateQueries({ queryKey: ["look-up", about.reference] });
      toast({
        title: "It is in the queue",
        description: "You are told as soon as it is settled, and this page says so too.",
        tone: "ok",
      });
      onClose();
    },
  });
  const { reason: fault, tool: toolFault } = fieldErrors(send.error);
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
            disabled={
              reason.trim() === "" ||
              (needsTool && tool.trim() === "") ||
              asked.some(({ value }) => value === "")
            }
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
        {needsTool && (
          <Field
            label="What was being done"
            hint="The tool’s name if you know it, else in a word: “refund”. Nothing else is known of this reference."
            error={toolFault}
          >
            <Input maxLength={200} value={tool} onChange={(change) => setTool(change.target.value)} />
          </Field>
        )}
        {asked.map((part) => (
          <PartField key={part.name} part={part} onChange={(value) => choose(part.name, value)} />
        ))}
        {send.error && !fault && !toolFault && (
          <ErrorState title="This was not sent" {...describeError(send.error)} />
        )}
      </form>
    </Dialog>
  );
}
