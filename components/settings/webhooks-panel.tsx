"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import { webhooksQuery } from "@/lib/client/webhooks";
import { useWebhookDialogs } from "./webhook-actions";
import { VERIFY_SNIPPET } from "./webhook-words";
import { WebhooksTable } from "./webhooks-table";

/** Who is told of verdicts and cases by a signed POST, and whether they take it. */
export function WebhooksPanel() {
  const webhooks = useQuery(webhooksQuery);
  const { setOpen, dialogs } = useWebhookDialogs();
  const failure = webhooks.error && describeError(webhooks.error);
  return (
    <Section
      className="border-t-0 pt-0"
      title="Webhooks"
      description="Each tells one receiver of verdicts and cases, signed, and again until it is taken."
      actions={
        <Button variant="primary" onClick={() => setOpen({ kind: "new" })}>
          <Plus aria-hidden />
          New webhook
        </Button>
      }
    >
      {failure && webhooks.data && <StaleNotice what="This list is" message={failure.message} />}
      {failure && !webhooks.data && (
        <ErrorState {...failure} onRetry={webhooks.refetch} retrying={webhooks.isFetching} />
      )}
      {webhooks.isPending && <SkeletonRows rows={3} label="Loading webhooks" />}
      {webhooks.data?.items.length === 0 && (
        <EmptyState
          icon={<WebhookIcon aria-hidden />}
          title="Nobody is told by webhook yet"
          text="A runtime that cannot wait at the API gets its verdicts here. Make a webhook with its address, give it the secret, and let it check each message like this:"
          command={VERIFY_SNIPPET}
          commandLabel="verifying snippet"
        />
      )}
      {webhooks.data && webhooks.data.items.length > 0 && (
        <WebhooksTable webhooks={webhooks.data.items} onOpen={setOpen} />
      )}
      {dialogs}
    </Section>
  );
}
