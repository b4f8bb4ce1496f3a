"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { toast } from "@/components/ui/toast";
import { refreshAlerts, removeAlert } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import type { Alert } from "@/lib/contract/alerts";

type RemoveDialogProps = { alert: Alert; onRemoved: () => void; onClose: () => void };

/** Asks before nobody watches this any more. */
export function RemoveDialog({ alert, onRemoved, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeAlert(alert.alert_id),
    onSuccess: () => {
      toast({ title: `“${alert.name}” is removed`, tone: "ok" });
      onRemoved();
    },
    onSettled: () => refreshAlerts(client),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${alert.name}”?`}
      confirm="Remove alert"
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error && <ErrorState title="Not removed" {...describeError(remove.error)} />}
    >
      <p>
        Nobody watches this any more.{" "}
        {alert.state === "firing" && "It fires now: webhooks are told that it is over. "}
        Its history stays. To be told nothing for a while only, mute it.
      </p>
    </ConfirmDialog>
  );
}
