"use client";

import { MoonStar, ShieldAlert, UserCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Time } from "@/components/ui/time";
import { deescalateCase, wakeCase } from "@/lib/client/cases";
import { useMay, useSession } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { useQueueNow } from "./queue-clock";
import { useInstantWrite } from "./use-instant-write";

/** Who is asked to see to a case, whether it sleeps, and whether somebody asked for another pair of eyes. */
export function CaseStanding({ of }: { of: CaseDetail }) {
  const { id } = useSession();
  return (
    <div className="flex flex-col gap-2 pb-4 text-sm empty:hidden">
      {of.assigned_to !== null && (
        <Line icon={<UserCheck />} tone={of.assigned_to_id === id ? "text-accent" : "text-faint"}>
          Assigned to{" "}
          {of.assigned_to_id === id ? <strong className="font-semibold">you</strong> : of.assigned_to}
          {of.assigned_at !== null && (
            <span className="text-muted">
              , <Time past iso={of.assigned_at} display="relative" />
            </span>
          )}
        </Line>
      )}
      {of.snoozed_until !== null && <Asleep of={of} until={of.snoozed_until} />}
      {of.escalated_at !== null && <Escalated of={of} at={of.escalated_at} />}
    </div>
  );
}

function Asleep({ of, until }: { of: CaseDetail; until: string }) {
  const mayWork = useMay("cases.work");
  const now = useQueueNow();
  const wake = useInstantWrite(() => wakeCase(of.case_id), "It is back in the open view");
  if (Date.parse(until) <= now) return null;
  return (
    <Line
      icon={<MoonStar />}
      action={
        mayWork && (
          <Button size="sm" busy={wake.isPending} onClick={wake.run}>
            Wake it
          </Button>
        )
      }
    >
      {of.snoozed_by} put it aside until <Time iso={until} display="absolute" />. It comes back by itself.
    </Line>
  );
}

function Escalated({ of, at }: { of: CaseDetail; at: string }) {
  const mayWork = useMay("cases.work");
  const back = useInstantWrite(() => deescalateCase(of.case_id), "The escalation is taken back");
  const reason = (of.notes ?? []).findLast(({ kind }) => kind === "escalation")?.text;
  return (
    <Line
      icon={<ShieldAlert />}
      tone="text-warn"
      action={
        mayWork && (
          <Button size="sm" busy={back.isPending} onClick={back.run}>
            Take it back
          </Button>
        )
      }
    >
      <span className="font-medium">{of.escalated_by} escalated it</span>
      <span className="text-muted">
        , <Time past iso={at} display="relative" />
      </span>
      {reason !== undefined && <span className="block whitespace-pre-wrap break-words">{reason}</span>}
    </Line>
  );
}

type LineProps = { icon: ReactNode; tone?: string; action?: ReactNode; children: ReactNode };

function Line({ icon, tone = "text-faint", action, children }: LineProps) {
  return (
    <div className="flex items-start gap-2">
      <span aria-hidden className={cn("mt-0.5 [&_svg]:size-4", tone)}>
        {icon}
      </span>
      <p className="min-w-0 flex-1 break-words">{children}</p>
      {action}
    </div>
  );
}
