"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { replayQuery, startReplay, stopReplay } from "@/lib/client/quarantine";
import { useMay } from "@/lib/client/session";
import type { ReplayDetail } from "@/lib/contract/replays";
import { FailedNote } from "./failed-note";
import { ReplayMeter } from "./replay-meter";
import { ReplayResult } from "./replay-result";
import { describeStep } from "./step-draft";

type ReplayDialogProps = {
  replay_id: string;
  /** Called once it is over, and where it is left running. Must be one and the same function. */
  onChanged: () => void;
  onClose: () => void;
};

/** The replay that the address names: what it would do, how far it is, what came of it. */
export function ReplayDialog({ replay_id, onChanged, onClose }: ReplayDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(replayQuery(replay_id));
  const over = data?.state === "done" || data?.state === "stopped";
  useEffect(() => {
    if (over) onChanged();
  }, [over, onChanged]);
  const leave = () => {
    if (data?.state === "running") onChanged();
    onClose();
  };
  return (
    <Dialog
      open
      size="lg"
      title={
        data ? `Send again: ${formatCount(data.total)} ${data.total === 1 ? "item" : "items"}` : "Send again"
      }
      description={
        data && (
          <>
            Frozen <Time iso={data.created_at} past /> by {data.by}: what has come since is not part of it.
          </>
        )
      }
      onOpenChange={(open) => !open && leave()}
    >
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && <SkeletonRows label="Loading the replay" />}
      {data && (
        <div className="flex flex-col gap-5 text-sm">
          <Mending of={data} />
          {data.state === "frozen" && <Confirm of={data} onClose={leave} />}
          {data.state === "running" && <Running of={data} onClose={leave} />}
          {over && <ReplayResult of={data} />}
        </div>
      )}
    </Dialog>
  );
}

function Mending({ of }: { of: ReplayDetail }) {
  if (of.mapping.length === 0) return <p>Each is sent again as it is.</p>;
  return (
    <ol className="list-decimal pl-5">
      {of.mapping.map((step) => (
        <li key={describeStep(step)} className="break-words">
          {describeStep(step)}
        </li>
      ))}
    </ol>
  );
}

function Confirm({ of, onClose }: { of: ReplayDetail; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => startReplay(of.replay_id, of.total),
    onSuccess: (started) => queries.setQueryData(replayQuery(of.replay_id).queryKey, started),
  });
  const mayManage = useMay("quarantine.manage");
  return (
    <>
      <p className="text-muted">
        What is accepted becomes what it should have been, and leaves quarantine. What is rejected again stays
        here with its new reason. Nothing is stored twice.
      </p>
      <FailedNote error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Not now</Button>
        {mayManage && (
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            Send {formatCount(of.total)} again
          </Button>
        )}
      </div>
    </>
  );
}

function Running({ of, onClose }: { of: ReplayDetail; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => stopReplay(of.replay_id),
    onSuccess: (stopped) => queries.setQueryData(replayQuery(of.replay_id).queryKey, stopped),
  });
  return (
    <>
      <ReplayMeter of={of} />
      <p className="text-muted">You can leave this: it goes on, and stands under “Replays”.</p>
      <FailedNote error={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" busy={isPending} onClick={() => mutate()}>
          Stop it
        </Button>
        <Button onClick={onClose}>Leave it running</Button>
      </div>
    </>
  );
}
