"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useQueryState } from "nuqs";
import { ErrorState } from "@/components/ui/error-state";
import { usePageKeys } from "@/components/ui/page-keys";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { ApiError, describeError } from "@/lib/client/api-error";
import { useLive } from "@/lib/client/live";
import { reportQuery } from "@/lib/client/references";
import type { ReportAnswer } from "@/lib/contract/report";
import { MatchList } from "./match-list";
import { ReportAround } from "./report-around";
import { ReportFacts } from "./report-facts";
import { ReportHead } from "./report-head";
import { parseTab } from "./report-tab";
import { ReportTabs } from "./report-tabs";
import { SharedBy } from "./shared-by";
import { sharedText, sharedTitle } from "./shared-words";
import { UnknownReference } from "./unknown-reference";

type ReportViewProps = {
  reference: string;
  /** Chooses among several that share the reference */
  event: string | null;
};

/** Everything about one reference; what is not there is answered as a pasted text would be. */
export function ReportView({ reference, event }: ReportViewProps) {
  const report = useQuery(reportQuery(reference, event));
  const router = useRouter();
  // What changes in a case is told to those who see it; the others' page asks by itself from time to time.
  useLive({ case_id: report.data?.case_visible ? (report.data.case?.case_id ?? null) : null });
  usePageKeys([{ keys: "Escape", label: "Back", run: () => router.back() }]);
  const refused = report.error instanceof ApiError ? report.error : null;
  const missing = refused?.status === 404;
  return (
    <>
      <ReportHead
        reference={reference}
        check={report.data?.check ?? "unchecked"}
        known={refused?.problem.answer !== "never"}
      />
      {report.isPending && <SkeletonRows rows={8} label="Loading the report" />}
      {missing && refused.problem.code === "event_not_found" && (
        <p className="max-w-prose pb-3">
          The reference is known, but the failure this address asks for is not among those it stands for.
        </p>
      )}
      {missing && <UnknownReference reference={reference} onArrived={() => report.refetch()} />}
      {report.error && !missing && !report.data && (
        <ErrorState {...describeError(report.error)} onRetry={report.refetch} retrying={report.isFetching} />
      )}
      {report.error && !missing && report.data && (
        <StaleNotice what="This report is" message={describeError(report.error).message} />
      )}
      {report.data && !missing && <Report report={report.data} event={event} />}
    </>
  );
}

function Report({ report, event }: { report: ReportAnswer; event: string | null }) {
  const [tab] = useQueryState("tab", parseTab);
  if (report.answer === "several" && event === null)
    return (
      <section className="max-w-4xl">
        <h2 className="font-semibold text-lg">{sharedTitle(report)}</h2>
        <p className="max-w-prose pb-3 text-muted">{sharedText(report)}</p>
        <MatchList matches={report.matches} more={report.more} tab={tab === "say" ? null : tab} />
      </section>
    );
  return (
    <>
      {report.answer === "several" && <SharedBy report={report} event={event} />}
      <ReportFacts report={report} />
      <div className="grid gap-x-10 gap-y-6 pt-4 lg:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <ReportTabs report={report} event={event} />
        <ReportAround report={report} />
      </div>
    </>
  );
}
