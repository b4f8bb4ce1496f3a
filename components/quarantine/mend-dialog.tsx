"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { SkeletonRows } from "@/components/ui/skeleton";
import { usePaused } from "@/components/ui/use-paused";
import type { MappingStep } from "@/domain/mapping";
import { freezeReplay, replayPreviewQuery } from "@/lib/client/quarantine";
import type { QuarantineChoice } from "@/lib/contract/quarantine";
import type { NewReplay, ReplayDetail } from "@/lib/contract/replays";
import { FailedNote } from "./failed-note";
import { MendPreview } from "./mend-preview";
import { draftOf, readDrafts, type StepDraft } from "./step-draft";
import { StepEditor } from "./step-editor";

type MendDialogProps = {
  choose: QuarantineChoice;
  suggested: readonly MappingStep[];
  onFrozen: (replay: ReplayDetail) => void;
  onClose: () => void;
};

/** How chosen items are mended, with what their door would say. Nothing is sent before its exact number was confirmed. */
export function MendDialog({ choose, suggested, onFrozen, onClose }: MendDialogProps) {
  const [drafts, setDrafts] = useState<readonly StepDraft[]>(() => suggested.map(draftOf));
  const { mapping, faults } = readDrafts(drafts);
  const asked = usePaused<NewReplay | null>(mapping && { choose, mapping });
  const preview = useQuery({
    ...replayPreviewQuery(asked ?? { choose, mapping: [] }),
    enabled: asked !== null,
  });
  const freeze = useMutation({ mutationFn: freezeReplay, onSuccess: onFrozen });
  const total = preview.data?.total;
  return (
    <Dialog
      open
      size="lg"
      title="Mend and send again"
      description="Each item is mended, then judged by its door as if its producer had sent it so."
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            busy={freeze.isPending}
            disabled={mapping === null || total === 0}
            onClick={() => mapping && freeze.mutate({ choose, mapping })}
          >
            {total === undefined ? "Go on" : `Go on with ${formatCount(total)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5 text-sm">
        <StepEditor drafts={drafts} faults={faults} onChange={setDrafts} />
        {mapping === null ? (
          <p className="text-muted">What the door would say stands here once every step can be read.</p>
        ) : preview.data !== undefined ? (
          <MendPreview preview={preview.data} busy={preview.isFetching} />
        ) : preview.error === null ? (
          <SkeletonRows rows={4} label="Asking the door" />
        ) : null}
        <FailedNote error={preview.error ?? freeze.error} />
      </div>
    </Dialog>
  );
}
