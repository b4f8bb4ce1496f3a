"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { useNow } from "@/components/ui/time";
import type { ReportAnswer } from "@/lib/contract/report";
import { describeMissingFrames } from "./describe-missing-frames";
import { putFramesCommand } from "./put-frames-command";
import { RefusedFrames } from "./refused-frames";

/** No frames is what a failure that was thought about looks like; for one that was not, they would help. */
export function NoFrames({ report }: { report: ReportAnswer }) {
  const { title, text, wanted } = describeMissingFrames(report.events.at(-1), useNow());
  if (report.frames.refused.length > 0) return <RefusedFrames report={report} />;
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      <h2 className="font-medium">{title}</h2>
      <p className="max-w-prose text-muted">{text}</p>
      {wanted && report.frames.visible && (
        <CodeBlock code={putFramesCommand(report.reference)} label="command that sends frames" wrap />
      )}
    </div>
  );
}
