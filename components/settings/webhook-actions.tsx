"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useOpen } from "@/components/ui/use-open";
import { describeError } from "@/lib/client/api-error";
import { pauseWebhook, refreshWebhooks, resumeWebhook } from "@/lib/client/webhooks";
import type { Webhook, WebhookWithSecret } from "@/lib/contract/webhooks";
import { WebhookDialog } from "./webhook-dialog";
import { WebhookRemoveDialog } from "./webhook-remove-dialog";
import { WebhookRotateDialog } from "./webhook-rotate-dialog";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

/** What lies over the page: one thing that is done to a webhook. */
export type WebhookOpen =
  | { kind: "new" }
  | { kind: "edit" | "rotate" | "remove"; webhook: Webhook }
  | { kind: "secret"; made: WebhookWithSecret };

/** Opens one of the dialogs of webhooks at a time; `dialogs` is where they stand. */
export function useWebhookDialogs(onRemoved: () => void = () => {}) {
  const [open, setOpen] = useOpen<WebhookOpen>();
  const close = () => setOpen(null);
  const showSecret = (made: WebhookWithSecret) => setOpen({ kind: "secret", made });
  const removed = () => {
    close();
    onRemoved();
  };
  const dialogs = (
    <>
      {open?.kind === "new" && <WebhookDialog webhook={null} onCreated={showSecret} onClose={close} />}
      {open?.kind === "edit" && (
        <WebhookDialog webhook={open.webhook} onCreated={showSecret} onClose={close} />
      )}
      {open?.kind === "rotate" && (
        <WebhookRotateDialog webhook={open.webhook} onRotated={showSecret} onClose={close} />
      )}
      {open?.kind === "remove" && (
        <WebhookRemoveDialog webhook={open.webhook} onRemoved={removed} onClose={close} />
      )}
      {open?.kind === "secret" && <WebhookSecretDialog made={open.made} onClose={close} />}
    </>
  );
  return { setOpen, dialogs };
}

type ItemsProps = { webhook: Webhook; onOpen: (open: WebhookOpen) => void };

/** The items of a webhook's menu. */
export function WebhookMenuItems({ webhook, onOpen }: ItemsProps) {
  const client = useQueryClient();
  const stopped = webhook.state !== "active";
  const toggle = useMutation({
    mutationFn: () => (stopped ? resumeWebhook : pauseWebhook)(webhook.subscription_id),
    onSuccess: () =>
      toast(
        stopped
          ? { title: `“${webhook.name}” sends again, what waited first`, tone: "ok" }
          : {
              title: `“${webhook.name}” is paused`,
              description: "What happens meanwhile waits.",
              tone: "ok",
            },
      ),
    onError: (error) => toast({ title: describeError(error).message, tone: "danger" }),
    onSettled: () => refreshWebhooks(client),
  });
  return (
    <>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onOpen({ kind: "edit", webhook })}>
        Edit
      </MenuItem>
      <MenuItem
        icon={stopped ? <Play aria-hidden /> : <Pause aria-hidden />}
        onSelect={() => toggle.mutate()}
      >
        {stopped ? "Resume" : "Pause"}
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onOpen({ kind: "rotate", webhook })}>
        New secret
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => onOpen({ kind: "remove", webhook })}>
        Remove
      </MenuItem>
    </>
  );
}
