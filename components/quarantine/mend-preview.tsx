"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import type { ReplayOutcome } from "@/domain/replay";
import type { ReplayPreview } from "@/lib/contract/replays";
import { outcomeTone, outcomeWord } from "./outcome-words";
import { mendedLines, payloadLines } from "./payload-lines";
import { PayloadView } from "./payload-view";

/** What the door would say of the first items as they would be sent; one of them in full. */
export function MendPreview({ preview, busy }: { preview: ReplayPreview; busy: boolean }) {
  const [at, setAt] = useState(0);
  const { examples, total } = preview;
  const place = Math.min(at, examples.length - 1);
  const example = examples[place];
  if (example === undefined) return <p className="text-muted">Nothing open is chosen any more.</p>;
  const step = (by: number) => setAt((place + by + examples.length) % examples.length);
  const lines =
    example.after === null ? payloadLines(example.before, null) : mendedLines(example.before, example.after);
  return (
    <section aria-label="What the door would say" aria-busy={busy} className="flex min-w-0 flex-col gap-2">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          {examples.length < total
            ? `Of the newest ${examples.length} of ${formatCount(total)}:`
            : "The door would say:"}
        </span>
        {countByOutcome(examples).map(([outcome, count]) => (
          <Badge key={outcome} tone={outcomeTone(outcome)}>
            {count} {outcomeWord(outcome)}
          </Badge>
        ))}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 break-words">
          <Badge tone={outcomeTone(example.outcome)}>{outcomeWord(example.outcome)}</Badge>{" "}
          {example.message ?? "It would be taken as it is below."}
        </p>
        {examples.length > 1 && (
          <div className="flex items-center gap-1 text-muted">
            <IconButton label="The one before" icon={<ChevronLeft />} size="sm" onClick={() => step(-1)} />
            {place + 1} of {examples.length}
            <IconButton label="The next one" icon={<ChevronRight />} size="sm" onClick={() => step(1)} />
          </div>
        )}
      </div>
      <PayloadView label="item as it would be sent" lines={lines} />
    </section>
  );
}

function countByOutcome(examples: ReplayPreview["examples"]): [ReplayOutcome, number][] {
  const counts = new Map<ReplayOutcome, number>();
  for (const { outcome } of examples) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts];
}
