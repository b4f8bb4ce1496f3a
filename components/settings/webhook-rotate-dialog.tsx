"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { refreshWebhooks, rotateWebhookSecret } from "@/lib/client/webhooks";
import type { Webhook, WebhookWithSecret } from "@/lib/contract/webhooks";
import { SettingsForm } from "./settings-form";

const KEEP = [
  { value: "24", label: "24 hours" },
  { value: "1", label: "1 hour" },
  { value: "168", label: "7 days" },
  { value: "0", label: "not at all: it leaked" },
];

type RotateProps = { webhook: Webhook; onRotated: (made: WebhookWithSecret) => void; onClose: () => void };

/** Replaces the signing secret; for a while both sign, so that no message is lost over it. */
export function WebhookRotateDialog({ webhook, onRotated, onClose }: RotateProps) {
  const [hours, setHours] = useState("24");
  const form = useId();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => rotateWebhookSecret(webhook.subscription_id, Number(hours)),
    onSuccess: onRotated,
    onSettled: () => refreshWebhooks(client),
  });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title={`New secret for “${webhook.name}”`}
      description="Both secrets sign until the old one ends; a receiver may know either."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={rotate.isPending}>
            Make a new secret
          </Button>
        </>
      }
    >
      <SettingsForm id={form} error={rotate.error} fields={[]} onSubmit={() => rotate.mutate()}>
        <Field label="The old one goes on signing for">
          <Select value={hours} options={KEEP} onChange={(event) => setHours(event.target.value)} />
        </Field>
      </SettingsForm>
    </Dialog>
  );
}
