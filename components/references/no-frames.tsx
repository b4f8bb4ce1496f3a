"use client";

import { CodeBlock } from "@/components/ui/code-block";
import { useNow } from "@/components/ui/time";
import type { ReportAnswer } from "@/lib/contract/report";
import { describeMissingFrames } from "./describe-missing-frames";
import { RefusedFrames } from "./refused-frames";

const PUT_FRAMES = (reference: string) =>
  `curl -X PUT '$ERRATA_URL/api/v1/frames/${encodeURIComponent(reference)}' \\
  -H "Authorization: Bearer $ERRATA_KEY" -H 'Content-Type: application/json' \\
  -d '{"raw":"Traceback (most recent call last): …"}'`;

/** No frames is what a failure that was thought about looks like; for one that was not, they would help. */
export function NoFrames({ report }: { report: ReportAnswer }) {
  const { title, text, wanted } = describeMissingFrames(report.events.at(-1), useNow());
  if (report.frames.refused.length > 0) return <RefusedFrames report={report} />;
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      <h2 className="font-medium">{title}</h2>
      <p className="max-w-prose text-muted">{text}</p>
      {wanted && report.frames.visible && (
        <CodeBlock code={PUT_FRAMES(report.reference)} label="command that sends frames" wrap />
      )}
    </div>
  );
}
