"use client";

import { ArrowRight, ClockAlert } from "lucide-react";
import { instantFromDate } from "@/domain/instant";
import { type KeyProtection, rule, type Verdict, whyNotAbsent } from "@/domain/verdict";
import { AnswerChoice } from "./answer-choice";
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

/** The four answers, each with what has to be true and what the runtime does then. */
export function VerdictChoice({ value, onChange, facts, nowMs, error }: VerdictChoiceProps) {
  const now = instantFromDate(new Date(nowMs)).iso;
  return (
    <AnswerChoice
      value={value}
      error={error}
      onChange={onChange}
      describe={(verdict) => (
        <>
          <p className="text-muted">{VERDICT_WORDS[verdict].meaning}</p>
          <Directive verdict={verdict} facts={facts} now={now} />
          {verdict === "absent" && <PermittedFrom facts={facts} nowMs={nowMs} now={now} />}
        </>
      )}
    />
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
