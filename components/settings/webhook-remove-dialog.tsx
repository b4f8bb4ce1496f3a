"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ConfirmMutation } from "@/components/ui/confirm-mutation";
import { describeError } from "@/lib/client/api-error";
import { refreshWebhooks, removeWebhook } from "@/lib/client/webhooks";
import type { Webhook } from "@/lib/contract/webhooks";

type RemoveProps = { webhook: Webhook; onRemoved: () => void; onClose: () => void };

/** Asks before a receiver is told nothing any more. */
export function WebhookRemoveDialog({ webhook, onRemoved, onClose }: RemoveProps) {
  const client = useQueryClient();
  return (
    <ConfirmMutation
      title={`Remove “${webhook.name}”?`}
      confirm="Remove webhook"
      run={() => removeWebhook(webhook.subscription_id)}
      done={`The webhook “${webhook.name}” is removed`}
      onDone={onRemoved}
      onSettled={() => refreshWebhooks(client)}
      failed="Not removed"
      describe={describeError}
      onClose={onClose}
    >
      <p>
        Its receiver is told nothing any more, and its secret is forgotten.{" "}
        {webhook.waiting > 0 &&
          `${waitingWords(webhook.waiting)} for it ${webhook.waiting === 1 ? "is" : "are"} dropped. `}
        What was sent stays on the pages of its cases. To stop for a while only, pause it.
      </p>
    </ConfirmMutation>
  );
}

/** `1 message that waits`; beyond a thousand nobody counts. */
function waitingWords(waiting: number): string {
  if (waiting === 1) return "1 message that waits";
  return `${waiting >= 1_000 ? "1,000 messages or more" : `${waiting} messages`} that wait`;
}
