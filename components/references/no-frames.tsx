import { CodeBlock } from "@/components/ui/code-block";
import type { ReportAnswer } from "@/lib/contract/report";

const PUT_FRAMES = (reference: string) =>
  `curl -X PUT '$ERRATA_URL/api/v1/frames/${encodeURIComponent(reference)}' \\
  -H "Authorization: Bearer $ERRATA_KEY" -H 'Content-Type: application/json' \\
  -d '{"raw":"Traceback (most recent call last): …"}'`;

/** No frames is what a failure that was thought about looks like; for one that was not, they would help. */
export function NoFrames({ report }: { report: ReportAnswer }) {
  const event = report.events.at(-1);
  if (event && !event.unmapped && event.class !== "system")
    return (
      <div className="max-w-prose">
        <h2 className="font-medium">None were recorded</h2>
        <p className="text-muted">
          {event.class === "validation"
            ? "The failure was mapped at validation, before anything was thrown. That is as it should be."
            : "The failure was mapped to its code where it happened, so no exception was kept. That is normal."}
        </p>
      </div>
    );
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      <h2 className="font-medium">None were recorded</h2>
      <p className="max-w-prose text-muted">
        This failure fell through every named case, and frames would say where. They may still come: records
        are joined by the reference, whenever they arrive.
      </p>
      <CodeBlock code={PUT_FRAMES(report.reference)} label="command that sends frames" wrap />
    </div>
  );
}
