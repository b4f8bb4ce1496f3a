"use client";

import { CopyX, RefreshCw, X } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import type { CaseDetail } from "@/lib/contract/cases";
import { becauseOf } from "./describe-verdict";
import { useFormat } from "./queue-clock";
import { describeRuling } from "./verdict-words";

/** What must not be overlooked before anything else is read. */
export function CaseNotices({ of }: { of: CaseDetail }) {
  return (
    <div className="flex flex-col gap-3 pb-4 empty:hidden">
      {of.flags.includes("possible_duplicate") && <PossibleDuplicate of={of} />}
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

function PossibleDuplicate({ of }: { of: CaseDetail }) {
  const format = useFormat();
  const told = of.verdicts.findLast(
    (each) => each.directive === "safe_to_retry" && each.delivery.acknowledged_at,
  );
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-soft p-3 text-sm">
      <CopyX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-semibold text-base">It may have happened twice</p>
        {told && (
          <p>
            The runtime was told: {describeRuling(told, format)}. It acknowledged that at{" "}
            {told.delivery.acknowledged_at && format(told.delivery.acknowledged_at)}.
          </p>
        )}
        <p>
          The effect has been seen as committed. Look for two of them outside before you settle this again.
        </p>
      </div>
    </div>
  );
}

function Reopened({ of }: { of: CaseDetail }) {
  const format = useFormat();
  const last = of.verdicts.findLast((each) => each.state === "settled");
  return (
    <div className="flex gap-3 border-warn border-l-2 pl-3 text-sm">
      <div className="flex flex-col gap-1">
        <p className="font-semibold">
          Open again{of.reopened_at !== null && ` since ${format(of.reopened_at)}`}:{" "}
          {becauseOf(of.reopened_because)}
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
