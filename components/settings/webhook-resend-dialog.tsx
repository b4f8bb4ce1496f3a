"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { refreshWebhooks, resendFailed } from "@/lib/client/webhooks";
import type { Webhook } from "@/lib/contract/webhooks";
import { SettingsForm } from "./settings-form";

const HOUR_MS = 3_600_000;
const SINCE = [
  { value: "24", label: "the last 24 hours" },
  { value: "72", label: "the last 3 days" },
  { value: "168", label: "the last 7 days" },
  { value: "720", label: "the last 30 days" },
];

/** Puts what a receiver missed back to its first try, for when it is well again. */
export function WebhookResendDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [hours, setHours] = useState("72");
  const form = useId();
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () =>
      resendFailed(webhook.subscription_id, new Date(Date.now() - Number(hours) * HOUR_MS).toISOString()),
    onSuccess: ({ resent, more }) => {
      const title =
        resent === 0
          ? "Nothing had failed"
          : `${resent} ${resent === 1 ? "message is" : "messages are"} sent again`;
      toast({ title, description: more ? "There are more: ask again." : undefined, tone: "ok" });
      onClose();
    },
    onSettled: () => refreshWebhooks(client),
  });
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title="Send failed ones again"
      description="The oldest first, at most 1,000 at a time, under their old ids. A receiver that has one already knows it by its id."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={resend.isPending}>
            Send again
          </Button>
        </>
      }
    >
      <SettingsForm id={form} error={resend.error} fields={[]} onSubmit={() => resend.mutate()}>
        <Field label="What failed in">
          <Select value={hours} options={SINCE} onChange={(event) => setHours(event.target.value)} />
        </Field>
      </SettingsForm>
    </Dialog>
  );
}
