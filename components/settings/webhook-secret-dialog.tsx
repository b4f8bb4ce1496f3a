"use client";

import { TriangleAlert } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Time } from "@/components/ui/time";
import type { WebhookWithSecret } from "@/lib/contract/webhooks";
import { WebhookTest } from "./webhook-test";
import { VERIFY_SNIPPET } from "./webhook-words";

/** The signing secret, this once, how a receiver uses it, and a first message to try it. */
export function WebhookSecretDialog({ made, onClose }: { made: WebhookWithSecret; onClose: () => void }) {
  const until = made.previous_secret_until;
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title={`The secret of “${made.name}”`}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        <p className="flex items-start gap-2 rounded-md bg-warn-soft p-2 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Give it to the receiver now. It cannot be shown again, only replaced.
        </p>
        <CodeBlock wrap code={made.secret} label="secret" className="break-all" />
        {until && (
          <p className="text-muted">
            The one before signs as well until <Time iso={until} display="absolute" />.
          </p>
        )}
        <div>
          <p className="pb-1 font-medium">How the receiver checks a message</p>
          <CodeBlock wrap code={VERIFY_SNIPPET} label="verifying snippet" />
        </div>
        <WebhookTest id={made.subscription_id} name={made.name} />
      </div>
    </Dialog>
  );
}
