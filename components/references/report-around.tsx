import type { ReactNode } from "react";
import type { ReportAnswer } from "@/lib/contract/report";
import { AttemptList } from "./attempt-list";
import { CasePart } from "./case-part";
import { OtherAttempts } from "./other-attempts";
import { RateAround } from "./rate-around";
import { RunTimeline } from "./run-timeline";

/** What stands around a failure: its case, how far it reached, its attempts and its run. */
export function ReportAround({ report }: { report: ReportAnswer }) {
  const event = report.events.at(-1);
  if (!event) return null;
  return (
    <aside aria-label="Around it" className="flex min-w-0 flex-col gap-6 text-sm">
      <Part title="Case">
        <CasePart report={report} event={event} />
      </Part>
      {report.rate_around && (
        <Part title="One user or everybody?">
          <RateAround rate={report.rate_around} at={event.occurred_at} />
        </Part>
      )}
      {report.events.length > 1 && (
        <Part title={`${report.events.length} attempts`}>
          <AttemptList attempts={report.events} />
        </Part>
      )}
      {report.other_attempts.length > 0 && (
        <Part title="Other attempts of the same intent">
          <OtherAttempts attempts={report.other_attempts} />
        </Part>
      )}
      <Part title="Its run">
        <RunTimeline run={report.run} runId={event.run_id} />
      </Part>
    </aside>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 border-t pt-2">
      <h2 className="pb-1 font-semibold">{title}</h2>
      {children}
    </section>
  );
}
