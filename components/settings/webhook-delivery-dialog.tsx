"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { KeyValues } from "@/components/ui/key-values";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { deliveryQuery, refreshWebhooks, resendDelivery } from "@/lib/client/webhooks";
import type { DeliveryDetail, DeliveryTry } from "@/lib/contract/webhooks";
import { DeliveryState } from "./webhook-state";
import { Tried } from "./webhook-test";
import { tryWords } from "./webhook-words";

type DialogProps = { id: string; delivery_id: string; onClose: () => void };

/** One message: its tries with what came back, the text that is sent, and a button that sends it again. */
export function WebhookDeliveryDialog({ id, delivery_id, onClose }: DialogProps) {
  const { data, error, refetch, isFetching } = useQuery(deliveryQuery(id, delivery_id));
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => resendDelivery(id, delivery_id),
    onSettled: () => refreshWebhooks(client),
  });
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={data ? <code>{data.type}</code> : "Message"}
      footer={
        <>
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
          <Button variant="primary" onClick={() => resend.mutate()} busy={resend.isPending}>
            <RotateCw aria-hidden />
            {resend.isPending ? "Sending…" : "Send again now"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 text-sm">
        {error && !data && (
          <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
        )}
        {!data && !error && <SkeletonRows rows={4} label="Loading the message" />}
        <div role="status" className="empty:-mb-4">
          {resend.data && <Tried of={resend.data} />}
        </div>
        {resend.error && <ErrorState title="Not sent" {...describeError(resend.error)} />}
        {data && <Detail delivery={data} />}
      </div>
    </Dialog>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  const { state, message_id, case_id, created_at, next_at, tries, body } = delivery;
  return (
    <>
      <KeyValues
        items={[
          { key: "State", value: <DeliveryState state={state} /> },
          { key: "webhook-id", value: message_id, mono: true },
          { key: "Happened", value: <Time iso={created_at} /> },
          { key: "Next try", value: next_at && <Time iso={next_at} /> },
          {
            key: "Case",
            value: case_id && (
              <Link href={`/queue/${case_id}`} className="font-mono underline underline-offset-2">
                {case_id}
              </Link>
            ),
          },
        ]}
      />
      <div>
        <h3 className="pb-1 font-medium">Tries</h3>
        {tries.length === 0 && <p className="text-muted">None yet.</p>}
        <ol className="flex flex-col">
          {tries.map((tried) => (
            <TryRow key={tried.try_number} tried={tried} />
          ))}
        </ol>
      </div>
      <div>
        <h3 className="pb-1 font-medium">What is sent</h3>
        <CodeBlock wrap code={body} label="message" className="break-all" />
      </div>
    </>
  );
}

function TryRow({ tried }: { tried: DeliveryTry }) {
  return (
    <li className="grid gap-x-3 border-b py-1.5 last:border-b-0 sm:grid-cols-[2rem_minmax(0,1fr)_max-content]">
      <span className="text-muted tabular-nums">{tried.try_number}</span>
      <div className="min-w-0">
        <span className={tried.error === null ? undefined : "text-danger"}>{tryWords(tried)}</span>
        {tried.by && <span className="text-muted"> · asked for by {tried.by}</span>}
        {tried.response && (
          <pre className="mt-1 max-h-32 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-sunken p-2 text-xs">
            {tried.response}
          </pre>
        )}
      </div>
      <span className="text-muted">
        <Time iso={tried.started_at} />
      </span>
    </li>
  );
}
