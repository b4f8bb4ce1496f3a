"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { ListKeys } from "@/components/ui/list-keys";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import { CaseRows } from "./case-rows";
import { focusOpened, rememberOpened } from "./list-place";
import { QueueEmpty } from "./queue-empty";
import type { QueueParams } from "./queue-params";
import { QueueSkeleton } from "./queue-skeleton";
import { useHeldCases } from "./use-held-cases";

/** The rows of one view, with what has come meanwhile and how to see more. */
export function QueueList({ params }: { params: QueueParams }) {
  const { rows, arrivals, query, more, reveal } = useHeldCases(params);
  const root = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch } = query;
  const ready = data !== undefined;
  useEffect(() => {
    if (ready && root.current) focusOpened(root.current);
  }, [ready]);
  if (error && !data) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <QueueSkeleton />;
  const left = rows.filter(({ gone }) => gone).length;
  return (
    <div ref={root} onClickCapture={noteOpened}>
      {error && <StaleNotice what="This list is" message={describeError(error).message} />}
      <NewsBar arrivals={arrivals} left={left} onReveal={reveal} />
      {rows.length === 0 ? (
        <QueueEmpty params={params} />
      ) : (
        <ListKeys>
          <CaseRows rows={rows} settled={params.view === "settled" || params.view === "undelivered"} />
        </ListKeys>
      )}
      {hasNextPage && (
        <Button className="mt-3" busy={isFetchingNextPage} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function noteOpened(event: React.MouseEvent): void {
  const row = event.target instanceof Element ? event.target.closest("[data-case-id]") : null;
  if (row instanceof HTMLElement && row.dataset.caseId) rememberOpened(row.dataset.caseId);
}

/** Says what has changed and lets the reader decide when the list moves. */
function NewsBar({ arrivals, left, onReveal }: { arrivals: number; left: number; onReveal: () => void }) {
  const words = [arrivals > 0 && `${arrivals} new`, left > 0 && `${left} left this view`].filter(Boolean);
  return (
    <div role="status" className="min-h-0">
      {words.length > 0 && (
        <div className="mb-2 flex items-center gap-3 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-sm">
          <span>{words.join(" · ")}</span>
          <Button size="sm" variant="quiet" className="ml-auto text-accent" onClick={onReveal}>
            Bring the list up to date
          </Button>
        </div>
      )}
    </div>
  );
}
