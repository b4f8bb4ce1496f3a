"use client";

import { useQuery } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { formatBytes } from "@/components/ui/file-size";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { retentionPreviewQuery } from "@/lib/client/retention";
import type { RetentionPreview } from "@/lib/contract/retention";
import { wordsOfLoss } from "./retention-words";

type RetentionDialogProps = {
  days: number;
  current: number;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
};

/** Says what another retention drops, and until when that can be taken back. */
export function RetentionDialog({ days, current, busy, error, onConfirm, onClose }: RetentionDialogProps) {
  const preview = useQuery(retentionPreviewQuery(days));
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Keep ${days} days instead of ${current}?`}
      confirm={`Keep ${days} days`}
      busy={busy || preview.isPending}
      onConfirm={onConfirm}
      error={
        error ? (
          <ErrorState title="This was not saved" {...describeError(error)} />
        ) : (
          preview.isError && (
            <ErrorState
              title="What it would drop is not known"
              {...describeError(preview.error)}
              onRetry={preview.refetch}
              retrying={preview.isFetching}
            />
          )
        )
      }
    >
      {preview.isPending && <p>Counting what it would drop …</p>}
      {preview.data && <Loss preview={preview.data.preview} />}
      {days > current && <p>What was dropped already does not come back.</p>}
    </ConfirmDialog>
  );
}

function Loss({ preview }: { preview: RetentionPreview }) {
  if (preview.until === null) return <p>Nothing that is stored is old enough to be dropped by it now.</p>;
  return (
    <div className="flex flex-col gap-2">
      <p>
        In an hour this drops <strong className="text-ink">{wordsOfLoss(preview)}</strong>,{" "}
        {formatBytes(preview.bytes)}: everything before{" "}
        <Time iso={preview.until} display="absolute" seconds={false} />
        {preview.oldest_event_at !== null && (
          <>
            , the oldest event from <Time iso={preview.oldest_event_at} display="absolute" seconds={false} />
          </>
        )}
        . Until then it can be changed back without loss; after that it is gone for good.
      </p>
      <p>Counts and rates stay, cases stay, and so do frames of cases that are not settled.</p>
    </div>
  );
}
