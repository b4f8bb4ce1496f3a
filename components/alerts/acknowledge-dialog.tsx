"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { acknowledgeAlert, refreshAlerts } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import type { Alert } from "@/lib/contract/alerts";

type AcknowledgeDialogProps = { alert: Alert; onClose: () => void };

/** Says that somebody looks at what fires now, so that others need not. */
export function AcknowledgeDialog({ alert, onClose }: AcknowledgeDialogProps) {
  const [note, setNote] = useState("");
  // Of the firing that was in sight when it was opened, whatever begins meanwhile.
  const [firing_id] = useState(alert.firing?.firing_id ?? "");
  const first = useRef<HTMLTextAreaElement>(null);
  const client = useQueryClient();
  const acknowledge = useMutation({
    mutationFn: () => acknowledgeAlert(alert.alert_id, { firing_id, note: note.trim() }),
    onSuccess: () => {
      toast({ title: `“${alert.name}” is acknowledged`, tone: "ok" });
      onClose();
    },
    onSettled: () => refreshAlerts(client),
  });
  return (
    <FormDialog
      size="sm"
      title={`Acknowledge “${alert.name}”`}
      description="Others see that you look at it. It stays firing until it is over."
      keepOnPressOutside
      initialFocus={first}
      submit="Acknowledge"
      busy={acknowledge.isPending}
      refused={acknowledge.error}
      onSubmit={() => acknowledge.mutate()}
      onClose={onClose}
    >
      <Field label="Note" optional hint="What you know, or do about it; kept in the history.">
        <Textarea
          ref={first}
          rows={3}
          maxLength={500}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      {acknowledge.error && <ErrorState title="Not acknowledged" {...describeError(acknowledge.error)} />}
    </FormDialog>
  );
}
