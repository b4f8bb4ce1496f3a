"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmMutation } from "@/components/ui/confirm-mutation";
import { refreshAlerts, removeAlert } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import type { Alert } from "@/lib/contract/alerts";

type RemoveDialogProps = { alert: Alert; onRemoved: () => void; onClose: () => void };

/** Asks before nobody watches this any more. */
export function RemoveDialog({ alert, onRemoved, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  return (
    <ConfirmMutation
      title={`Remove “${alert.name}”?`}
      confirm="Remove alert"
      run={() => removeAlert(alert.alert_id)}
      done={`“${alert.name}” is removed`}
      onDone={onRemoved}
      onSettled={() => refreshAlerts(client)}
      failed="Not removed"
      describe={describeError}
      onClose={onClose}
    >
      <p>
        Nobody watches this any more.{" "}
        {alert.state === "firing" && "It fires now: webhooks are told that it is over. "}
        Its history stays. To be told nothing for a while only, mute it.
      </p>
    </ConfirmMutation>
  );
}
