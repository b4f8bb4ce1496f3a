"use client";

import { MessageSquarePlus } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { useOpen } from "@/components/ui/use-open";
import { useMay } from "@/lib/client/session";
import type { EventItem } from "@/lib/contract/events-list";
import type { ReportAnswer } from "@/lib/contract/report";
import { caseStateWords } from "./case-words";
import { UserReportDialog } from "./user-report-dialog";

type CasePartProps = { report: ReportAnswer; event: EventItem };

/** The case in the queue, if there is one, with its verdict; and the way to put the user's word before it. */
export function CasePart({ report, event }: CasePartProps) {
  const mayOpen = useMay("cases.open");
  const [open, setOpen] = useOpen<true>();
  const reported = report.case_reported && report.case?.state !== "settled";
  return (
    <div className="flex flex-col items-start gap-2">
      {report.case ? <FoundCase report={report} found={report.case} /> : <NoCase event={event} />}
      {reported && (
        <p className="text-muted">You reported what the user says. You are told as soon as it is settled.</p>
      )}
      {mayOpen && (
        <Button size="sm" onClick={() => setOpen(true)}>
          <MessageSquarePlus aria-hidden />
          {labelOf(report)}
        </Button>
      )}
      {open && <UserReportDialog about={event} case={report.case} onClose={() => setOpen(null)} />}
    </div>
  );
}

function labelOf({ case: found, case_reported }: ReportAnswer): string {
  if (found === null) return "Open a case";
  if (found.state === "settled") return "The user says otherwise";
  return case_reported ? "The user says more" : "Add what the user says";
}

/** Without one, why there is none. */
const NO_CASE = {
  unknown: "None yet, although its effect is unknown.",
  absent: "None: the call had no effect, as far as was reported.",
  committed: "None: it is known that it took effect.",
  null: "None: its effect was not reported.",
} as const;

function NoCase({ event }: { event: EventItem }) {
  return (
    <p className="text-muted">
      {NO_CASE[event.effect ?? "null"]} Open one if the user says otherwise, “I was charged twice”.
    </p>
  );
}

type FoundCaseProps = { report: ReportAnswer; found: NonNullable<ReportAnswer["case"]> };

function FoundCase({ report, found }: FoundCaseProps) {
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
      {report.case_by_intent && <p className="text-muted">Of another attempt of the same intent.</p>}
      {report.case_by_reference && (
        <p className="text-muted">Of something else that came under this reference.</p>
      )}
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
        found.state !== "settled" && (
          <p className="text-muted">It waits for a reconciler; what is settled shows here.</p>
        )
      )}
    </div>
  );
}
