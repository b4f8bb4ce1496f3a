"use client";

import { MessageSquareReply } from "lucide-react";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { CaseDetail } from "@/lib/contract/cases";
import type { GivenVerdict } from "@/lib/contract/verdicts";
import { AttemptEntry } from "./attempt-entry";
import { attemptLines } from "./attempt-order";
import { attemptsLeft, settlesAttempts } from "./attempts-left";
import { useHoldsCase } from "./case-claim";
import { FindingForm } from "./finding-form";
import { useFormat } from "./queue-clock";
import { useChosen } from "./use-chosen";
import { describeRuling } from "./verdict-words";

/** What was tried, oldest first, with what the model, the user and the runtime were told in between. */
export function AttemptList({ of }: { of: CaseDetail }) {
  const { attempts, attempt_count, verdicts } = of;
  const holds = useHoldsCase();
  const { ids, toggle, choose } = useChosen(attempts.map(({ attempt_id }) => attempt_id));
  const settling = holds && settlesAttempts(of);
  const left = attemptsLeft(of).map(({ attempt_id }) => attempt_id);
  return (
    <Section
      title={`Attempts (${attempt_count})`}
      description="In the order they happened. An attempt's “absent” speaks for that attempt only."
    >
      {attempts.length === 0 && (
        <p className="text-muted text-sm">No attempt is known: this case was opened by hand.</p>
      )}
      {attempts.length < attempt_count && (
        <p className="pb-2 text-muted text-sm">The newest {attempts.length} are shown.</p>
      )}
      {settling && <FindingForm of={of} chosen={ids} left={left} onChoose={choose} />}
      <ol id="attempts" className="flex flex-col">
        {attemptLines(attempts, verdicts).map((line) =>
          line.is === "told" ? (
            <Told key={line.verdict.verdict_id} verdict={line.verdict} at={line.at} />
          ) : (
            <AttemptEntry
              key={line.attempt.attempt_id}
              {...line}
              reopened_at={of.reopened_at}
              choice={
                settling
                  ? {
                      chosen: ids.includes(line.attempt.attempt_id),
                      toggle: () => toggle(line.attempt.attempt_id),
                    }
                  : null
              }
            />
          ),
        )}
      </ol>
    </Section>
  );
}

/** Where the runtime was told something: what stands below it, it did knowing that. */
function Told({ verdict, at }: { verdict: GivenVerdict; at: string }) {
  const format = useFormat();
  const { acknowledged_at, acknowledged_by } = verdict.delivery;
  return (
    <li className="flex items-start gap-3 border-t bg-accent-soft py-2 pr-2 pl-1 text-sm">
      <MessageSquareReply aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <p className="min-w-0">
        <span className="font-medium">The runtime was told</span>: {describeRuling(verdict, format)}.{" "}
        <span className="text-muted">
          {acknowledged_at === null ? "Fetched" : `Acknowledged by ${acknowledged_by}`},{" "}
          <Time past iso={at} />
        </span>
      </p>
    </li>
  );
}
