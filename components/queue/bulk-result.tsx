"use client";

import { useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Segmented } from "@/components/ui/segmented";
import type { BulkOutcome } from "@/domain/bulk";
import type { BulkDetail } from "@/lib/contract/bulk";
import { BulkItems } from "./bulk-items";
import { BulkMeter } from "./bulk-progress";
import { BulkPromise } from "./bulk-promise";
import { whatWasDone } from "./bulk-proposals";
import { ReasonTable } from "./bulk-reasons";

/** What came of it: the counts, why some were left as they are, and every one of them by name. */
export function BulkResult({ of }: { of: BulkDetail }) {
  const counts = { failed: of.failed, skipped: of.skipped, done: of.done };
  const outcomes = (["failed", "skipped", "done"] as const).filter((outcome) => counts[outcome] > 0);
  const [chosen, setChosen] = useState<BulkOutcome>(outcomes[0] ?? "done");
  return (
    <div className="flex flex-col gap-5 text-sm">
      <BulkPromise of={of} />
      <BulkMeter of={of} />
      {of.state === "stopped" && (
        <p className="text-muted">It was stopped: what had not been done by then was skipped.</p>
      )}
      <ReasonTable caption="Why some were left as they are" reasons={of.not_done} />
      <section aria-label="Every case of it" className="flex flex-col gap-2">
        {outcomes.length > 1 && (
          <Segmented
            label="Outcome"
            value={chosen}
            onChange={setChosen}
            options={outcomes.map((outcome) => ({
              value: outcome,
              label: outcome === "done" ? doneWords(of) : `${formatCount(counts[outcome])} ${outcome}`,
            }))}
          />
        )}
        <BulkItems key={chosen} bulk_id={of.bulk_id} outcome={chosen} total={counts[chosen]} />
      </section>
    </div>
  );
}

const doneWords = (of: BulkDetail): string =>
  whatWasDone(of)
    .map(({ count, words }) => `${formatCount(count)} ${words}`)
    .join(", ");
