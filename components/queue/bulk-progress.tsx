"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { bulkQuery, stopBulk } from "@/lib/client/bulk";
import type { BulkDetail } from "@/lib/contract/bulk";
import { BulkPromise } from "./bulk-promise";
import { whatWasDone } from "./bulk-proposals";
import { RefusalNote } from "./refusal-note";

/** How far it is. It goes on whoever watches, and can be stopped: what is not done yet is then left as it is. */
export function BulkProgress({ of, onClose }: { of: BulkDetail; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => stopBulk(of.bulk_id),
    onSuccess: (stopped) => queries.setQueryData(bulkQuery(of.bulk_id).queryKey, stopped),
  });
  return (
    <div className="flex flex-col gap-5 text-sm">
      <BulkPromise of={of} />
      <BulkMeter of={of} />
      <p className="text-muted">
        You can leave this: it goes on, and stands under “Bulk actions” at the head of the queue.
      </p>
      <RefusalNote error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" busy={isPending} onClick={() => mutate()}>
          Stop it
        </Button>
        <Button onClick={onClose}>Leave it running</Button>
      </div>
    </div>
  );
}

/** The bar with its three counts: done, skipped and failed make the total once it is over. */
export function BulkMeter({ of }: { of: BulkDetail }) {
  const { total, done, skipped, failed } = of;
  const over = done + skipped + failed;
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar over={over} total={total} />
      <p role="status" className="flex flex-wrap gap-x-4 text-muted">
        {whatWasDone(of).map(({ count, words }) => (
          <Count key={words} count={count} word={words} />
        ))}
        <Count count={skipped} word="skipped" />
        <Count count={failed} word="failed" />
        <span className="ml-auto">
          {formatCount(over)} of {formatCount(total)}
        </span>
      </p>
    </div>
  );
}

function Count({ count, word }: { count: number; word: string }) {
  return (
    <span>
      <span className="font-medium text-ink">{formatCount(count)}</span> {word}
    </span>
  );
}
