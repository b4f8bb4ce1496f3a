import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Effect } from "@/domain/effect";
import type { ReportAnswer } from "@/lib/contract/report";
import { caseStateWords } from "./case-words";

/** The case in the queue, if there is one, with its verdict; linked for those who may open it. */
export function CasePart({ report, effect }: { report: ReportAnswer; effect: Effect | null }) {
  const found = report.case;
  if (!found)
    return (
      <p className="text-muted">
        {effect === "unknown"
          ? "None yet, although its effect is unknown."
          : "None: its effect is not in doubt, as far as was reported."}
      </p>
    );
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={found.state === "settled" ? "ok" : "warn"}>{caseStateWords(found.state)}</Badge>
        {found.verdict && (
          <span>
            verdict <strong className="font-medium">{found.verdict}</strong>
          </span>
        )}
      </div>
      {found.settled_at && (
        <p className="text-muted">
          <Time iso={found.settled_at} />
        </p>
      )}
      {report.case_visible ? (
        <Link
          href={`/queue/${encodeURIComponent(found.case_id)}`}
          className="font-medium text-accent hover:underline"
        >
          Open the case
        </Link>
      ) : (
        <p className="text-muted">A reconciler works on it; what is settled shows here.</p>
      )}
    </div>
  );
}
