import { Time } from "@/components/ui/time";
import type { CaseItem } from "@/lib/contract/cases";
import { failedLongBefore } from "./failed-long-before";

/** How long a case waits in this opening; the same that the figures count as its age. What failed long before says so. */
export function AgeMark({ of }: { of: CaseItem }) {
  const since = of.reopened_at ?? of.opened_at;
  return (
    <div className="flex flex-col">
      <Time iso={since} display="relative" past />
      {of.opening > 1 && <span className="text-faint text-xs">reopened</span>}
      {failedLongBefore(of.first_attempt_at, since) && (
        <span className="whitespace-nowrap text-faint text-xs">
          {of.attempt_count > 1 ? "first failed" : "failed"}{" "}
          <Time iso={of.first_attempt_at} display="relative" past />
        </span>
      )}
    </div>
  );
}
