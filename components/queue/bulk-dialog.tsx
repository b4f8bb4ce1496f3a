"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { bulkQuery } from "@/lib/client/bulk";
import type { BulkDetail } from "@/lib/contract/bulk";
import { BulkPreview } from "./bulk-preview";
import { BulkProgress } from "./bulk-progress";
import { BulkResult } from "./bulk-result";
import { BULK_WORDS } from "./bulk-words";
import { useFormat } from "./queue-clock";
import { useBulkPlace } from "./use-bulk-place";

/** The bulk action that the address names: what would become of its cases, how far it is, what came of it. */
export function BulkDialog({ onStarted }: { onStarted: () => void }) {
  const [bulk_id, setBulk] = useBulkPlace();
  if (bulk_id === null) return null;
  return <OneBulk key={bulk_id} bulk_id={bulk_id} onStarted={onStarted} onClose={() => void setBulk(null)} />;
}

type OneBulkProps = { bulk_id: string; onStarted: () => void; onClose: () => void };

function OneBulk({ bulk_id, onStarted, onClose }: OneBulkProps) {
  const { data, error, refetch, isFetching } = useQuery(bulkQuery(bulk_id));
  const format = useFormat();
  const title = data
    ? `${BULK_WORDS[data.kind].title}: ${formatCount(data.total)} ${data.total === 1 ? "case" : "cases"}`
    : "Bulk action";
  return (
    <Dialog
      open
      size="lg"
      title={title}
      description={data && `Frozen at ${format(data.created_at)}: what has come since is not part of it.`}
      keepOnPressOutside={data?.state === "frozen"}
      onOpenChange={(open) => !open && onClose()}
    >
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && <SkeletonRows label="Loading the bulk action" />}
      {data && <Stage of={data} onStarted={onStarted} onClose={onClose} />}
    </Dialog>
  );
}

type StageProps = { of: BulkDetail; onStarted: () => void; onClose: () => void };

function Stage({ of, onStarted, onClose }: StageProps): ReactNode {
  if (of.state === "frozen") return <BulkPreview of={of} onStarted={onStarted} onClose={onClose} />;
  if (of.state === "running") return <BulkProgress of={of} onClose={onClose} />;
  return <BulkResult of={of} />;
}
