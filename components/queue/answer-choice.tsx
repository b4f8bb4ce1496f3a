"use client";

import { type ReactNode, useId } from "react";
import { Fieldset } from "@/components/ui/fieldset";
import { VERDICTS, type Verdict } from "@/domain/verdict";
import { VERDICT_WORDS } from "./verdict-words";

type AnswerChoiceProps = {
  value: Verdict | null;
  error: string | null;
  onChange: (verdict: Verdict) => void;
  /** What stands below an answer: what has to be true, what runtimes are told. */
  describe: (verdict: Verdict) => ReactNode;
};

/** The four answers, one of them to be chosen. Arrow keys move. */
export function AnswerChoice({ value, error, onChange, describe }: AnswerChoiceProps) {
  const name = useId();
  return (
    <Fieldset label="Did it happen?" error={error}>
      <div className="flex flex-col rounded-md border border-line-strong bg-raised">
        {VERDICTS.map((verdict) => (
          <div
            key={verdict}
            className="relative flex items-start gap-2.5 border-t px-3 py-2 text-sm first:border-t-0 hover:bg-hover has-checked:bg-accent-soft"
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
            <div className="min-w-0">
              <label
                htmlFor={`${name}-${verdict}`}
                className="block font-medium after:absolute after:inset-0"
              >
                {VERDICT_WORDS[verdict].title}
              </label>
              <div id={`${name}-${verdict}-meaning`} className="text-xs">
                {describe(verdict)}
              </div>
            </div>
          </div>
        ))}
      </div>
    </Fieldset>
  );
}
