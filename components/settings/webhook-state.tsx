import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Webhook } from "@/lib/contract/webhooks";

/** How a webhook does: what a person decided first, then how its receiver takes it. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { state, failing, failing_since, disabled_at, paused_at, paused_by } = webhook;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {state === "disabled" && <Badge tone="danger">turned off by its receiver</Badge>}
      {state === "paused" && <Badge tone="outline">paused</Badge>}
      {state === "active" && failing_since === null && <Badge tone="ok">active</Badge>}
      {state !== "disabled" && failing_since !== null && (
        <Badge tone={failing ? "danger" : "warn"}>{failing ? "failing" : "last try failed"}</Badge>
      )}
      <span className="text-faint text-xs">
        {state === "disabled" && disabled_at && <Time iso={disabled_at} display="relative" />}
        {state === "paused" && paused_at && (
          <>
            <Time iso={paused_at} display="relative" /> by {paused_by}
          </>
        )}
        {state === "active" && failing_since && (
          <>
            since <Time iso={failing_since} display="relative" />
          </>
        )}
      </span>
    </span>
  );
}

const DELIVERY_TONES = {
  waiting: "outline",
  delivered: "ok",
  failed: "danger",
  dropped: "neutral",
} as const;

/** What became of a message. */
export function DeliveryState({ state }: { state: keyof typeof DELIVERY_TONES }) {
  return <Badge tone={DELIVERY_TONES[state]}>{state}</Badge>;
}
