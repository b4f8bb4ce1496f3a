"use client";

import { MoonStar, UserRoundPlus } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Time, useNow } from "@/components/ui/time";
import type { CaseItem } from "@/lib/contract/cases";
import { EvidenceSummary } from "./evidence-summary";
import { FlagList } from "./flag-list";

/** What speaks up about a case by itself: machines' reports, flags, escalation, sleep; nothing where there is nothing. */
export function RowSignals({ of }: { of: CaseItem }) {
  const now = useNow();
  const asleep = of.snoozed_until !== null && Date.parse(of.snoozed_until) > now;
  return (
    <div className="flex flex-col items-start gap-1 empty:hidden">
      <EvidenceSummary of={of} />
      {of.escalated_by !== null && (
        <Badge tone="warn" icon={<UserRoundPlus aria-hidden />}>
          escalated by {of.escalated_by}
        </Badge>
      )}
      {asleep && of.snoozed_until !== null && (
        <Badge tone="outline" icon={<MoonStar aria-hidden />}>
          asleep, wakes <Time iso={of.snoozed_until} display="relative" />
        </Badge>
      )}
      {of.flags.length > 0 && <FlagList flags={of.flags} />}
    </div>
  );
}
