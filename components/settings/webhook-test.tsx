"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, CircleAlert, Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/lib/client/api-error";
import { refreshWebhooks, type TriedNow, testWebhook } from "@/lib/client/webhooks";
import { tryWords } from "./webhook-words";

/** Sends a test when pressed, and says beside the button what came of it. */
export function WebhookTest({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => testWebhook(id),
    onSettled: () => refreshWebhooks(client),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="sm" onClick={() => test.mutate()} busy={test.isPending}>
        <Send aria-hidden />
        {test.isPending ? "Sending…" : "Send a test"}
        <span className="sr-only"> to {name}</span>
      </Button>
      <div role="status" className="min-w-0 text-sm">
        {test.data && <Tried of={test.data} />}
      </div>
      {test.error && <ErrorState title="Not sent" {...describeError(test.error)} />}
    </div>
  );
}

/** What came of a try, in a line; what the receiver said below it. */
export function Tried({ of: tried }: { of: TriedNow }) {
  const taken = tried.error === null;
  return (
    <div className="flex min-w-0 items-start gap-1.5">
      {taken ? (
        <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      )}
      <div className="min-w-0">
        The receiver {tryWords(tried)}.
        {!taken && tried.response && (
          <code className="block truncate text-muted text-xs">{tried.response}</code>
        )}
      </div>
    </div>
  );
}
