"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { ListKeys } from "@/components/ui/list-keys";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import { countOf, type QueueView } from "@/lib/client/queue-views";
import { useMay } from "@/lib/client/session";
import { BulkBar } from "./bulk-bar";
import { BulkDialog } from "./bulk-dialog";
import { CaseRows, type RowsAbout } from "./case-rows";
import { ListNews } from "./list-news";
import { focusOpened, rememberOpened } from "./list-place";
import { QueueEmpty } from "./queue-empty";
import type { QueueParams } from "./queue-params";
import { countsOf } from "./queue-query";
import { QueueSkeleton } from "./queue-skeleton";
import { useClaimKey } from "./use-claim-key";
import { useHeldCases } from "./use-held-cases";
import { type RowSelection, useSelection } from "./use-selection";

function aboutOf(view: QueueView): RowsAbout {
  if (view === "undelivered") return "delivery";
  return view === "settled" ? "verdict" : "deadline";
}

/** The rows of one view, with what has come meanwhile and how to see more, and what can be done to many. */
export function QueueList({ params }: { params: QueueParams }) {
  const held = useHeldCases(params);
  const root = useRef<HTMLDivElement>(null);
  const mayWork = useMay("cases.work");
  const order = held.rows.map(({ item }) => item.case_id);
  const select = useSelection(root, order, mayWork);
  useClaimKey(root, mayWork);
  const { data, error, isFetching, refetch } = held.query;
  const ready = data !== undefined;
  useEffect(() => {
    if (ready && root.current) focusOpened(root.current);
  }, [ready]);
  const counts = countsOf(data);
  const onClickCapture = (event: React.MouseEvent) => {
    const id = caseAt(event);
    if (id === null) return;
    if (!event.shiftKey || !mayWork) return rememberOpened(id);
    event.preventDefault();
    event.stopPropagation();
    select.toggle(id, true);
  };
  return (
    <div ref={root} onClickCapture={onClickCapture} onMouseDownCapture={keepTextUnselected}>
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {error && data && <StaleNotice what="This list is" message={describeError(error).message} />}
      {!error && !data && <QueueSkeleton />}
      {data && <Rows params={params} held={held} selection={mayWork ? select : undefined} />}
      {mayWork && select.selection.ids.size > 0 && (
        <BulkBar
          params={params}
          selection={select.selection}
          matching={counts && countOf(params.view, counts)}
          onMatching={select.matching}
          onClear={select.clear}
        />
      )}
      <BulkDialog onStarted={select.clear} onChanged={held.renew} />
    </div>
  );
}

type RowsProps = {
  params: QueueParams;
  held: ReturnType<typeof useHeldCases>;
  selection: RowSelection | undefined;
};

function Rows({ params, held: { rows, arrivals, query, more, reveal }, selection }: RowsProps) {
  const left = rows.filter(({ gone }) => gone).length;
  return (
    <>
      <ListNews arrivals={arrivals} left={left} onReveal={reveal} />
      {rows.length === 0 ? (
        <QueueEmpty params={params} />
      ) : (
        <ListKeys>
          <CaseRows rows={rows} about={aboutOf(params.view)} selection={selection} />
        </ListKeys>
      )}
      {query.hasNextPage && (
        <Button className="mt-3" busy={query.isFetchingNextPage} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** The case whose link is pressed. */
function caseAt({ target }: React.MouseEvent): string | null {
  const row = target instanceof Element ? target.closest("[data-case-id]") : null;
  return (row instanceof HTMLElement && row.dataset.caseId) || null;
}

/** Shift with a press selects rows here, not the words between. */
function keepTextUnselected(event: React.MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}
