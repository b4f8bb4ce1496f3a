"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { KeyValues } from "@/components/ui/key-values";
import { Time } from "@/components/ui/time";
import { referenceHref } from "@/lib/client/reference-href";
import type { QuarantineItem } from "@/lib/contract/quarantine";
import { payloadLines } from "./payload-lines";
import { PayloadView } from "./payload-view";
import { wordsOf } from "./reason-words";

type DetailProps = {
  item: QuarantineItem;
  mayManage: boolean;
  onClose: () => void;
  onMend: () => void;
  onDismiss: () => void;
  onReopen: () => void;
};

/** One item: what is wrong with it, what to do, and what was sent. */
export function QuarantineDetail({ item, mayManage, onClose, ...acts }: DetailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { quarantine_id } = item;
  // Another item is another page of it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [quarantine_id]);
  const { title, advice } = wordsOf(item);
  return (
    <article aria-label="Quarantined item" className="flex min-w-0 flex-col gap-4 text-sm">
      <header className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-hidden">
            {title}
          </h2>
          <p className="flex flex-wrap items-center gap-2 text-muted">
            <code>{item.reason}</code>
            {item.state !== "open" && <Badge>{item.state === "replayed" ? "sent again" : "dismissed"}</Badge>}
          </p>
        </div>
        <IconButton label="Close" shortcut="Esc" icon={<X />} size="sm" onClick={onClose} />
      </header>
      <p className="break-words">{item.detail}</p>
      <Decided item={item} />
      {item.state === "open" && (
        <div className="border-accent border-l-2 pl-3">
          <p className="font-medium">What to do</p>
          <p className="text-muted">{item.not_replayable?.message ?? advice}</p>
        </div>
      )}
      {mayManage && <Acts item={item} {...acts} />}
      <PayloadView
        label="what was sent, scrubbed"
        lines={payloadLines(item.payload, item.field)}
        copy={item.payload}
      />
      {item.cut && <p className="text-muted">The payload was longer than 64 KiB; its end is missing.</p>}
      <Facts item={item} />
    </article>
  );
}

function Acts({
  item,
  onMend,
  onDismiss,
  onReopen,
}: Pick<DetailProps, "item" | "onMend" | "onDismiss" | "onReopen">) {
  if (item.state === "replayed") return null;
  if (item.state === "dismissed")
    return (
      <div>
        <Button onClick={onReopen}>Open it again</Button>
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {item.not_replayable === null && (
        <Button variant="primary" onClick={onMend}>
          Mend and send again …
        </Button>
      )}
      <Button onClick={onDismiss}>Dismiss …</Button>
    </div>
  );
}

function Decided({ item }: { item: QuarantineItem }) {
  if (item.decided_at === null) return null;
  return (
    <p className="rounded-md bg-hover p-3">
      {item.state === "replayed" ? "Sent again" : "Dismissed"} by {item.decided_by},{" "}
      <Time iso={item.decided_at} past />.
      {item.note && <span className="block break-words">{item.note}</span>}
      {item.state === "replayed" && item.reference !== null && item.door === "events" && (
        <Link
          className="block text-accent hover:underline"
          href={referenceHref(item.reference, item.replayed_as)}
        >
          The event it became
        </Link>
      )}
    </p>
  );
}

function Facts({ item }: { item: QuarantineItem }) {
  const part = (value: string | null) => value ?? <span className="text-faint">none</span>;
  return (
    <KeyValues
      items={[
        { key: "Source", value: item.source ?? String(item.source_id) },
        { key: "Door", value: item.door },
        { key: "Field", value: item.field, mono: true },
        { key: "Tool", value: item.tool, mono: true },
        { key: "Reference", value: item.reference, mono: true },
        { key: "Event id", value: item.event_id, mono: true },
        { key: "Tenant", value: part(item.tenant) },
        { key: "Environment", value: part(item.environment) },
        { key: "Service", value: part(item.service) },
        { key: "First came", value: <Time iso={item.received_at} past /> },
        {
          key: "Last came",
          value: (
            <>
              <Time iso={item.last_received_at} past /> ({formatCount(item.times)}×)
            </>
          ),
        },
        {
          key: "Its doubt",
          value:
            item.case_id === null ? null : (
              <Link className="text-accent hover:underline" href={`/queue/${item.case_id}`}>
                stands in the queue
              </Link>
            ),
        },
      ]}
    />
  );
}
