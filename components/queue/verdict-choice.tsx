"use client";

import { ArrowRight, ClockAlert } from "lucide-react";
import { useId } from "react";
import { Fieldset } from "@/components/ui/fieldset";
import { instantFromDate } from "@/domain/instant";
import { type KeyProtection, rule, VERDICTS, type Verdict, whyNotAbsent } from "@/domain/verdict";
import { formatCountdown } from "./countdown";
import { useFormat } from "./queue-clock";
import { DIRECTIVE_WORDS, VERDICT_WORDS } from "./verdict-words";

type VerdictChoiceProps = {
  value: Verdict | null;
  onChange: (verdict: Verdict) => void;
  facts: KeyProtection & { safe_after: string };
  nowMs: number;
  error: string | null;
};

/** The four answers, each with what has to be true and what the runtime does then. Arrow keys move. */
export function VerdictChoice({ value, onChange, facts, nowMs, error }: VerdictChoiceProps) {
  const name = useId();
  const now = instantFromDate(new Date(nowMs)).iso;
  return (
    <Fieldset label="Did it happen?" error={error}>
      <div className="flex flex-col rounded-md border border-line-strong bg-raised">
        {VERDICTS.map((verdict) => (
          <div
            key={verdict}
            className="relative flex items-start gap-2.5 border-t px-3 py-2 first:border-t-0 hover:bg-hover has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              id={`${name}-${verdict}`}
              name={name}
              checked={value === verdict}
              onChange={() => onChange(verdict)}
              aria-describedby={`${name}-${verdict}-meaning`}
              data-verdict={verdict}
              className="relative z-10 mt-0.5 size-4 shrink-0 accent-accent"
            />
            <div className="min-w-0 text-sm">
              <label
                htmlFor={`${name}-${verdict}`}
                className="block font-medium after:absolute after:inset-0"
              >
                {VERDICT_WORDS[verdict].title}
              </label>
              <div id={`${name}-${verdict}-meaning`} className="text-xs">
                <p className="text-muted">{VERDICT_WORDS[verdict].meaning}</p>
                <Directive verdict={verdict} facts={facts} now={now} />
                {verdict === "absent" && <PermittedFrom facts={facts} nowMs={nowMs} now={now} />}
              </div>
            </div>
          </div>
        ))}
      </div>
    </Fieldset>
  );
}

type AtNow = { facts: VerdictChoiceProps["facts"]; now: string };

/** Before it is safe to say so: from when it is, counting down. What was seen earlier does not count. */
function PermittedFrom({ facts, now, nowMs }: AtNow & { nowMs: number }) {
  const format = useFormat();
  if (whyNotAbsent(facts, facts.safe_after, now, now) === null) return null;
  return (
    <p className="flex gap-1 text-warn">
      <ClockAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
      <span>
        not before {format(facts.safe_after)}, in{" "}
        <span className="font-mono">{formatCountdown(Date.parse(facts.safe_after) - nowMs)}</span>
      </span>
    </p>
  );
}

function Directive({ verdict, facts, now }: AtNow & { verdict: Verdict }) {
  const format = useFormat();
  const { directive, retry_with, valid_until } = rule(verdict, facts, now);
  const key = retry_with === null ? "" : retry_with === "same_key" ? ", same key" : ", new key";
  return (
    <p className="flex gap-1">
      <ArrowRight aria-hidden className="mt-0.5 size-3 shrink-0 text-faint" />
      <span>
        <span className="sr-only">The runtime: </span>
        {DIRECTIVE_WORDS[directive]}
        {key}
        {valid_until !== null && ` until ${format(valid_until)}`}
      </span>
    </p>
  );
}
