"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { refreshWebhooks, removeWebhook } from "@/lib/client/webhooks";
import type { Webhook } from "@/lib/contract/webhooks";

type RemoveProps = { webhook: Webhook; onRemoved: () => void; onClose: () => void };

/** Asks before a receiver is told nothing any more. */
export function WebhookRemoveDialog({ webhook, onRemoved, onClose }: RemoveProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeWebhook(webhook.subscription_id),
    onSuccess: () => {
      toast({ title: `The webhook “${webhook.name}” is removed`, tone: "ok" });
      onRemoved();
    },
    onSettled: () => refreshWebhooks(client),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${webhook.name}”?`}
      confirm="Remove webhook"
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error && <ErrorState title="Not removed" {...describeError(remove.error)} />}
    >
      <p>
        Its receiver is told nothing any more, and its secret is forgotten.{" "}
        {webhook.waiting > 0 &&
          `${waitingWords(webhook.waiting)} for it ${webhook.waiting === 1 ? "is" : "are"} dropped. `}
        What was sent stays on the pages of its cases. To stop for a while only, pause it.
      </p>
    </ConfirmDialog>
  );
}

/** `1 message that waits`; beyond a thousand nobody counts. */
function waitingWords(waiting: number): string {
  if (waiting === 1) return "1 message that waits";
  return `${waiting >= 1_000 ? "1,000 messages or more" : `${waiting} messages`} that wait`;
}
