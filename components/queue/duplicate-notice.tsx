"use client";

import { CopyX } from "lucide-react";
import type { CaseDetail } from "@/lib/contract/cases";
import type { GivenVerdict } from "@/lib/contract/verdicts";
import { attemptLines } from "./attempt-order";
import { attemptsLeft } from "./attempts-left";
import { DeliverySteps } from "./delivery-steps";
import { useFormat } from "./queue-clock";
import { describeRuling } from "./verdict-words";

/** What the runtime was told, what it did after that, and what is left to find out before the case is settled again. */
export function DuplicateNotice({ of }: { of: CaseDetail }) {
  const told = of.verdicts.filter(
    ({ directive, delivery }) => directive === "safe_to_retry" && delivery.delivered_at,
  );
  const after = attemptLines(of.attempts, of.verdicts).filter(
    (line) => line.is === "attempt" && line.after_told,
  ).length;
  const left = attemptsLeft(of).length;
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-danger/40 bg-danger-soft p-3 text-sm">
      <CopyX aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-semibold text-base">It may have happened twice</p>
        <p>
          The effect has been seen as committed after a runtime was told to try again. Look for two of them
          outside before you settle this again.
        </p>
        {told.map((verdict) => (
          <ToldThen key={verdict.verdict_id} verdict={verdict} />
        ))}
        <p>
          <span className="font-medium">What it did then: </span>
          {after === 0
            ? "no later attempt has been reported. That is no proof that there was none."
            : `${after === 1 ? "one more attempt" : `${after} more attempts`}, marked below.`}
        </p>
        {of.state === "open" && (
          <p>
            <a href="#attempts" className="font-medium underline underline-offset-2">
              {left === 0
                ? "Every attempt is settled."
                : `${left === 1 ? "One attempt is" : `${left} attempts are`} not settled yet.`}
            </a>{" "}
            Each is settled by itself, then the case.
          </p>
        )}
      </div>
    </div>
  );
}

function ToldThen({ verdict }: { verdict: GivenVerdict }) {
  const format = useFormat();
  return (
    <div className="flex flex-col gap-1 border-danger border-l-2 pl-3">
      <p>
        <span className="font-medium">The runtime was told: </span>
        {describeRuling(verdict, format)}.
      </p>
      <DeliverySteps delivery={verdict.delivery} />
    </div>
  );
}
