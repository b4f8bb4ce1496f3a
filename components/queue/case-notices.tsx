"use client";

import { RefreshCw, SendHorizontal, ShieldAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { CaseDetail } from "@/lib/contract/cases";
import type { Evidence } from "@/lib/contract/evidence";
import { reopenedBy } from "./case-timeline";
import { contradictionOf } from "./contradiction";
import { becauseOf } from "./describe-verdict";
import { DuplicateNotice } from "./duplicate-notice";
import { useFormat } from "./queue-clock";
import { describeRuling } from "./verdict-words";

/** What must not be overlooked before anything else is read. */
export function CaseNotices({ of }: { of: CaseDetail }) {
  return (
    <div className="flex flex-col gap-3 pb-4 empty:hidden">
      {of.flags.includes("possible_duplicate") && <DuplicateNotice of={of} />}
      {of.state !== "settled" && <Contradicting of={of} />}
      {of.flags.includes("delivery_failed") && <Undelivered />}
      {of.opening > 1 && of.state !== "settled" && <Reopened of={of} />}
      {of.reason !== null && (
        <p className="border-line-strong border-l-2 pl-3 text-sm">
          <span className="text-muted">Why it is here: </span>
          <span className="whitespace-pre-wrap break-words">{of.reason}</span>
        </p>
      )}
    </div>
  );
}

function Reopened({ of }: { of: CaseDetail }) {
  const format = useFormat();
  const last = of.verdicts.findLast((each) => each.state === "settled");
  const loud = of.reopened_because === "contradicted";
  const by = reopenedBy(of);
  return (
    <div
      role={loud ? "alert" : undefined}
      className={cn("flex gap-3 border-l-2 pl-3 text-sm", loud ? "border-danger" : "border-warn")}
    >
      <div className="flex flex-col gap-1">
        <p className="font-semibold">
          Open again{of.reopened_at !== null && ` since ${format(of.reopened_at)}`}:{" "}
          {by === null ? becauseOf(of.reopened_because) : `${by} reopened it`}
        </p>
        {last && !of.flags.includes("possible_duplicate") && (
          <p className="text-muted">
            {last.delivery.acknowledged_at !== null
              ? `The runtime was told and acknowledged: ${describeRuling(last, format)}.`
              : last.delivery.delivered_at !== null
                ? `The runtime was told, but has not acknowledged: ${describeRuling(last, format)}.`
                : `No runtime had fetched the earlier verdict: ${describeRuling(last, format)}.`}
          </p>
        )}
      </div>
    </div>
  );
}

/** Two sources that cannot both be right: nobody should settle by either alone. */
function Contradicting({ of }: { of: CaseDetail }) {
  const format = useFormat();
  const found = contradictionOf(of.evidence, of.safe_after);
  if (found === null) return null;
  const { committed, absent } = found;
  return (
    <Loud icon={<ShieldAlert />} title="What was seen outside disagrees">
      <p>
        {sourceOf(committed)} says that it is there, seen {format(committed.observed_at)}; {sourceOf(absent)}{" "}
        says that it is not, seen {format(absent.observed_at)}, when nothing could land any more. Find out
        which is wrong before you settle.
      </p>
    </Loud>
  );
}

function sourceOf({ by_kind, by, source }: Evidence): string {
  return by_kind === "person" ? by : source;
}

function Undelivered() {
  return (
    <Loud icon={<SendHorizontal />} title="The verdict did not reach a receiver">
      <p>
        Every try was made. See what came back under{" "}
        <a href="#deliveries" className="font-medium underline underline-offset-2">
          Deliveries
        </a>
        , and send it again once the receiver is up.
      </p>
    </Loud>
  );
}

function Loud({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-soft p-3 text-sm">
      <span aria-hidden className="mt-0.5 text-danger [&_svg]:size-5">
        {icon}
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold text-base">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Others' moves, told without moving what is being read. */
export function ChangesBar({ news, onDismiss }: { news: readonly string[]; onDismiss: () => void }) {
  return (
    <div role="status">
      {news.length > 0 && (
        <div className="mb-4 flex items-center gap-2 rounded-md bg-accent-soft py-1 pr-1 pl-3 text-sm">
          <RefreshCw aria-hidden className="size-4 shrink-0 text-accent" />
          <span className="flex-1">While you were here: {news.join(" ")}</span>
          <IconButton size="sm" label="Put away" icon={<X />} onClick={onDismiss} />
        </div>
      )}
    </div>
  );
}
