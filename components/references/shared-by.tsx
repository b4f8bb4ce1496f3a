import type { ReportAnswer } from "@/lib/contract/report";
import { MatchList } from "./match-list";
import { oneOfWords } from "./shared-words";

type SharedByProps = { report: ReportAnswer; event: string | null };

/** Reminds that others share the reference, and where they are. */
export function SharedBy({ report, event }: SharedByProps) {
  return (
    <details className="mb-4 max-w-4xl border-warn border-l-2 pl-3">
      <summary className="text-sm">
        <span className="font-medium">{oneOfWords(report)}</span>{" "}
        <span className="text-muted">Make sure that it is the right one.</span>
      </summary>
      <div className="pt-2">
        <MatchList matches={report.matches} more={report.more} chosen={event} />
      </div>
    </details>
  );
}
