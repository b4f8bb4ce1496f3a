"use client";

import { useState } from "react";
import { Fieldset } from "@/components/ui/fieldset";
import { serverNow } from "@/components/ui/server-clock";
import { instantFromDate } from "@/domain/instant";
import { AnswerChoice } from "./answer-choice";
import { tellRuntimes } from "./bulk-words";
import { changeEvidence, EMPTY_DRAFT, evidenceOf, isComplete, problemsOf } from "./draft";
import { EvidenceRow } from "./evidence-row";
import { focusFirstProblem } from "./focus-problem";
import type { Freeze } from "./use-freeze";

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
      <AnswerChoice
        value={draft.verdict}
        error={shown?.verdict ?? null}
        onChange={(verdict) => setDraft({ ...draft, verdict })}
        describe={(verdict) => <p className="text-muted">Runtimes are told: {tellRuntimes(verdict)}</p>}
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
