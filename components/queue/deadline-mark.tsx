"use client";

import { AlarmClock, ClockAlert } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Time, useNow } from "@/components/ui/time";
import { type Deadline, describeDeadline } from "./deadline";

type DeadlineMarkProps = { of: Parameters<typeof describeDeadline>[0] };

/** The deadline that matters, with what it is; overdue stands out by shape and word. */
export function DeadlineMark({ of }: DeadlineMarkProps) {
  const deadline = describeDeadline(of, useNow());
  return (
    <div className="flex flex-col">
      <span className="flex items-center gap-1.5">
        <UrgencyBadge urgency={deadline.urgency} />
        <Time iso={deadline.at} display="relative" />
      </span>
      <span className="whitespace-nowrap text-faint text-xs">{deadline.what}</span>
    </div>
  );
}

function UrgencyBadge({ urgency }: Pick<Deadline, "urgency">) {
  if (urgency === "overdue") {
    return (
      <Badge tone="danger" icon={<ClockAlert aria-hidden />}>
        overdue
      </Badge>
    );
  }
  if (urgency === "soon") {
    return (
      <Badge tone="warn" icon={<AlarmClock aria-hidden />}>
        soon
      </Badge>
    );
  }
  return null;
}
