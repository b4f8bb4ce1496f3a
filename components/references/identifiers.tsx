import { KeyValues } from "@/components/ui/key-values";
import { Time } from "@/components/ui/time";
import type { EventItem } from "@/lib/contract/events-list";

/** The names that other systems know this failure by, folded until somebody needs one. */
export function Identifiers({ event }: { event: EventItem }) {
  const names: readonly (keyof EventItem & string)[] = [
    "event_id",
    "idempotency_key",
    "run_id",
    "call_id",
    "arguments_hash",
    "trace_id",
    "span_id",
  ];
  return (
    <details className="pt-3 text-sm">
      <summary className="w-fit text-muted hover:text-ink">Identifiers</summary>
      <KeyValues
        className="pt-1"
        items={[
          ...names.map((name) => ({ key: name, value: textOf(event[name]), mono: true })),
          { key: "received_at", value: <Time iso={event.received_at} /> },
        ]}
      />
    </details>
  );
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
