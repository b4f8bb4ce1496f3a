"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, Lock } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Kbd } from "@/components/ui/kbd";
import { usePageKeys } from "@/components/ui/page-keys";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ApiError, describeError } from "@/lib/client/api-error";
import { referenceHref } from "@/lib/client/reference-href";
import { framesQuery } from "@/lib/client/references";
import { useMay } from "@/lib/client/session";
import type { FramesAnswer } from "@/lib/contract/frames-read";
import type { ReportAnswer } from "@/lib/contract/report";
import { CopyLink } from "./copy-link";
import { foldFrames } from "./fold-frames";
import { FrameViewers } from "./frame-viewers";
import { FramesRecordView } from "./frames-record";
import { NoFrames } from "./no-frames";
import { RefusedFrames } from "./refused-frames";

type FramesTabProps = { report: ReportAnswer; event: string | null };

/** For engineers; whoever may not open frames is told that they exist and gets a link to hand on. */
export function FramesTab({ report, event }: FramesTabProps) {
  const argumentsOnly = useMay("arguments.read");
  return report.frames.visible || argumentsOnly ? (
    <Frames report={report} event={event} />
  ) : (
    <HandOn report={report} event={event} />
  );
}

function HandOn({ report, event }: FramesTabProps) {
  const { recorded } = report.frames;
  if (recorded === 0) return <NoFrames report={report} />;
  // Names the event, so that it leads here too once others share the reference.
  const chosen = event ?? report.matches[0]?.event_id ?? null;
  const path = referenceHref(report.reference, chosen, "frames");
  return (
    <div className="flex max-w-prose items-start gap-3">
      <Lock aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div>
        <h2 className="font-medium">
          {recorded === 1 ? "One record of frames exists" : `${recorded} records of frames exist`}
        </h2>
        <p className="pb-3 text-muted">
          They are for engineers. Hand them this link: it opens this report at its frames, for those who may
          see them.
        </p>
        <CopyLink path={path} label="Copy link for an engineer" />
      </div>
    </div>
  );
}

/** Mounted only while the tab is open: each read is written to the audit, so none is made for what is not there. */
function Frames({ report, event }: FramesTabProps) {
  const [others, setOthers] = useState(false);
  if (report.frames.recorded > 0 || others) return <ReadFrames report={report} event={event} />;
  return (
    <div className="flex flex-col items-start gap-4">
      <NoFrames report={report} />
      <Button size="sm" onClick={() => setOthers(true)}>
        Look for records that only share the reference
      </Button>
    </div>
  );
}

function ReadFrames({ report, event }: FramesTabProps) {
  const frames = useQuery(framesQuery(report.reference, event ?? report.matches[0]?.event_id ?? null));
  if (frames.error instanceof ApiError && frames.error.problem.code === "frames_not_found")
    return <NoFrames report={report} />;
  if (frames.isError)
    return (
      <ErrorState {...describeError(frames.error)} onRetry={frames.refetch} retrying={frames.isFetching} />
    );
  if (frames.isPending) return <SkeletonRows rows={8} label="Loading the frames" />;
  return <OpenedFrames report={report} frames={frames.data} />;
}

function OpenedFrames({ report, frames }: { report: ReportAnswer; frames: FramesAnswer }) {
  const { items, may_belong, view, left_out } = frames;
  const [unfolded, setUnfolded] = useState(false);
  const folded = countFolded([...items, ...may_belong]);
  const toggle = () => setUnfolded(!unfolded);
  const label = unfolded ? "Fold frames of libraries" : "Unfold all frames";
  usePageKeys(folded === 0 ? [] : [{ keys: "u", label, run: toggle }]);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="flex items-start gap-2 text-muted text-sm">
          <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {view === "arguments"
              ? "You may see arguments, not frames. That you opened them is written to the audit."
              : "That you opened them is written to the audit. "}
            {view === "full" && <FrameViewers viewers={report.frames.seen_by} />}
          </span>
        </p>
        {folded > 0 && (
          <Button size="sm" aria-pressed={unfolded} onClick={toggle}>
            {label} ({folded}) <Kbd>u</Kbd>
          </Button>
        )}
      </div>
      {items.length === 0 ? (
        <NoFrames report={report} />
      ) : (
        <Records records={items} frames={frames} unfolded={unfolded} />
      )}
      {left_out > 0 && (
        <p className="text-muted text-sm">
          {left_out === 1 ? "One older record is" : `${left_out} older records are`} left out.
        </p>
      )}
      {items.length > 0 && <RefusedFrames report={report} beside />}
      <MayBelong frames={frames} unfolded={unfolded} />
    </div>
  );
}

/** How many frames stand folded in what is shown. */
function countFolded(records: FramesAnswer["items"]): number {
  const groups = records.flatMap(({ exceptions }) => exceptions.flatMap(({ frames }) => foldFrames(frames)));
  return groups.reduce((sum, group) => sum + (group.kind === "folded" ? group.frames.length : 0), 0);
}

type RecordsProps = { records: FramesAnswer["items"]; frames: FramesAnswer; unfolded: boolean };

function Records({ records, frames, unfolded }: RecordsProps) {
  return records.map((record, index) => (
    <FramesRecordView
      key={record.frames_id}
      record={record}
      reference={frames.reference}
      kind={frames.kinds.find(({ fingerprint }) => fingerprint === record.fingerprint)}
      unfolded={unfolded}
      title={records.length === 1 ? "Record" : `Record ${index + 1} of ${records.length}`}
    />
  ));
}

/** The same reference, and nothing that says that it is the same failure: kept apart. */
function MayBelong({ frames, unfolded }: { frames: FramesAnswer; unfolded: boolean }) {
  const records = frames.may_belong;
  if (records.length === 0) return null;
  return (
    <details className="border-t pt-3">
      <summary className="font-medium">
        {records.length === 1 ? "One more record" : `${records.length} more records`} that may belong
      </summary>
      <p className="max-w-prose pb-3 text-muted text-sm">
        They share the reference, but another tenant, tool or time, or none was reported. References collide.
      </p>
      <div className="flex flex-col gap-6">
        <Records records={records} frames={frames} unfolded={unfolded} />
      </div>
    </details>
  );
}
