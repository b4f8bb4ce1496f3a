import { Check, Circle } from "lucide-react";
import { Time } from "@/components/ui/time";

type DeliveryStepsProps = {
  delivery: {
    sent_at: string | null;
    delivered_at: string | null;
    acknowledged_at: string | null;
    acknowledged_by?: string | null;
  };
};

const WAITING = {
  sent: "not sent yet",
  delivered: "no runtime has fetched it yet",
  acknowledged: "no runtime has said that it will act on it",
};

/** Sent, delivered and acknowledged, apart; each with its time. */
export function DeliverySteps({ delivery }: DeliveryStepsProps) {
  const { sent_at, delivered_at, acknowledged_at, acknowledged_by } = delivery;
  return (
    <ol aria-label="Delivery" className="flex flex-col gap-1 text-sm">
      <Step name="Sent" at={sent_at} waiting={WAITING.sent} />
      <Step name="Delivered" at={delivered_at} waiting={WAITING.delivered} />
      <Step
        name="Acknowledged"
        at={acknowledged_at}
        by={acknowledged_by ?? null}
        waiting={WAITING.acknowledged}
      />
    </ol>
  );
}

type StepProps = { name: string; at: string | null; by?: string | null; waiting: string };

function Step({ name, at, by, waiting }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      {at === null ? (
        <Circle aria-hidden className="size-3.5 text-faint" />
      ) : (
        <Check aria-hidden className="size-3.5 text-ok" strokeWidth={2.5} />
      )}
      <span className={at === null ? "text-faint" : "font-medium"}>{name}</span>
      {at === null ? (
        <span className="text-faint">{waiting}</span>
      ) : (
        <span>
          <Time past iso={at} />
          {by && <span className="text-muted"> by {by}</span>}
        </span>
      )}
    </li>
  );
}
