"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { bulkQuery } from "@/lib/client/bulk";
import { BulkPreview } from "./bulk-preview";
import { BulkProgress } from "./bulk-progress";
import { BulkResult } from "./bulk-result";
import { BULK_WORDS } from "./bulk-words";
import { useFormat } from "./queue-clock";
import { useBulkPlace } from "./use-bulk-place";

type BulkDialogProps = {
  onStarted: () => void;
  /** It is being left after it has changed cases */
  onChanged: () => void;
};

/** The bulk action that the address names: what would become of its cases, how far it is, what came of it. */
export function BulkDialog(props: BulkDialogProps) {
  const [bulk_id, setBulk] = useBulkPlace();
  if (bulk_id === null) return null;
  return <OneBulk key={bulk_id} bulk_id={bulk_id} onClose={() => void setBulk(null)} {...props} />;
}

function OneBulk({
  bulk_id,
  onClose,
  onStarted,
  onChanged,
}: BulkDialogProps & { bulk_id: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(bulkQuery(bulk_id));
  const format = useFormat();
  const first = useRef<HTMLElement>(null);
  const title = data
    ? `${BULK_WORDS[data.kind].title}: ${formatCount(data.total)} ${data.total === 1 ? "case" : "cases"}`
    : "Bulk action";
  const leave = () => {
    if (data && data.state !== "frozen") onChanged();
    onClose();
  };
  return (
    <Dialog
      open
      size="lg"
      title={title}
      description={data && `Frozen at ${format(data.created_at)}: what has come since is not part of it.`}
      keepOnPressOutside={data?.state === "frozen"}
      initialFocus={first}
      onOpenChange={(open) => !open && leave()}
    >
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && <SkeletonRows label="Loading the bulk action" />}
      {data && (
        // Anew for each stage, so that the focus goes along with what is shown.
        <Stage key={data.state} first={first}>
          {data.state === "frozen" && <BulkPreview of={data} onStarted={onStarted} onClose={leave} />}
          {data.state === "running" && <BulkProgress of={data} onClose={leave} />}
          {(data.state === "done" || data.state === "stopped") && <BulkResult of={data} />}
        </Stage>
      )}
    </Dialog>
  );
}

/** Takes the focus when it follows another stage; within it, to what is marked as the first to be used. */
function Stage({ first, children }: { first: RefObject<HTMLElement | null>; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const marked = root.current?.querySelector<HTMLElement>("[data-first]") ?? root.current;
    first.current = marked;
    marked?.focus();
  }, [first]);
  return (
    <div ref={root} tabIndex={-1}>
      {children}
    </div>
  );
}
