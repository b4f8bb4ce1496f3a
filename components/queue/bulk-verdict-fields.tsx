"use client";

import { useId, useState } from "react";
import { Fieldset } from "@/components/ui/fieldset";
import { serverNow } from "@/components/ui/server-clock";
import { instantFromDate } from "@/domain/instant";
import { VERDICTS, type Verdict } from "@/domain/verdict";
import { tellRuntimes } from "./bulk-words";
import { changeEvidence, EMPTY_DRAFT, evidenceOf, isComplete, problemsOf } from "./draft";
import { EvidenceRow } from "./evidence-row";
import { focusFirstProblem } from "./focus-problem";
import type { Freeze } from "./use-freeze";
import { VERDICT_WORDS } from "./verdict-words";

/** One answer for every case, on one piece of evidence that covers all of them. */
export function VerdictFields({ form, onWhole }: { form: string; onWhole: Freeze["run"] }) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft, instantFromDate(new Date(serverNow())).iso);
  const shown = tried ? problems : null;
  const [row] = draft.evidence;
  return (
    <form
      id={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isComplete(problems) || draft.verdict === null) return focusFirstProblem(event.currentTarget);
        onWhole({ kind: "verdict", verdict: draft.verdict, evidence: evidenceOf(draft) });
      }}
    >
      <Answers
        value={draft.verdict}
        error={shown?.verdict ?? null}
        onChange={(verdict) => setDraft({ ...draft, verdict })}
      />
      <Fieldset
        label="What did you see that covers all of them?"
        hint="An id, a link or a note: an export of the provider, a statement, an answer of their support."
        error={shown?.evidence}
      >
        {row && (
          <EvidenceRow
            row={row}
            number={null}
            problems={shown?.rows[row.row]}
            onChange={(change) => setDraft(changeEvidence(draft, row.row, change, serverNow()))}
          />
        )}
      </Fieldset>
    </form>
  );
}

type AnswersProps = { value: Verdict | null; error: string | null; onChange: (verdict: Verdict) => void };

function Answers({ value, error, onChange }: AnswersProps) {
  const name = useId();
  return (
    <Fieldset label="Did it happen?" error={error}>
      <div className="flex flex-col rounded-md border border-line-strong">
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
              aria-describedby={`${name}-${verdict}-told`}
              className="relative z-1 mt-0.5 size-4 shrink-0 accent-accent"
            />
            <div className="min-w-0">
              <label
                htmlFor={`${name}-${verdict}`}
                className="block font-medium after:absolute after:inset-0"
              >
                {VERDICT_WORDS[verdict].title}
              </label>
              <p id={`${name}-${verdict}-told`} className="text-muted text-xs">
                Runtimes are told: {tellRuntimes(verdict)}
              </p>
            </div>
          </div>
        ))}
      </div>
    </Fieldset>
  );
}
