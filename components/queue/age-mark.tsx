import { Time } from "@/components/ui/time";
import type { CaseItem } from "@/lib/contract/cases";

/** How long a case waits in this opening; the same that the figures count as its age. */
export function AgeMark({ of }: { of: CaseItem }) {
  return (
    <div className="flex flex-col">
      <Time iso={of.reopened_at ?? of.opened_at} display="relative" />
      {of.opening > 1 && <span className="text-faint text-xs">reopened</span>}
    </div>
  );
}
