"use client";

import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Fieldset } from "@/components/ui/fieldset";
import { serverNow } from "@/components/ui/server-clock";
import { changeEvidence, type DraftProblems, emptyEvidence, type VerdictDraft } from "./draft";
import { EvidenceRow } from "./evidence-row";

type EvidenceFieldsProps = {
  draft: VerdictDraft;
  onChange: (draft: VerdictDraft) => void;
  problems: DraftProblems | null;
};

/** What was seen, one row per look. A row says when by itself as soon as something is written into it. */
export function EvidenceFields({ draft, onChange, problems }: EvidenceFieldsProps) {
  const add = () =>
    onChange({
      ...draft,
      evidence: [...draft.evidence, emptyEvidence(String(draft.evidence.length + serverNow()))],
    });
  const remove = (row: string) =>
    onChange({ ...draft, evidence: draft.evidence.filter((each) => each.row !== row) });
  return (
    <Fieldset
      label="What did you see?"
      hint="An id, a link or a note: at least one of them."
      error={problems?.evidence}
    >
      <div className="flex flex-col gap-4">
        {draft.evidence.map((row, index) => (
          <EvidenceRow
            key={row.row}
            row={row}
            number={draft.evidence.length > 1 ? index + 1 : null}
            problems={problems?.rows[row.row]}
            onChange={(change) => onChange(changeEvidence(draft, row.row, change, serverNow()))}
            onRemove={() => remove(row.row)}
          />
        ))}
        <Button size="sm" variant="quiet" className="self-start" onClick={add}>
          <Plus aria-hidden />
          Add another look
        </Button>
      </div>
    </Fieldset>
  );
}
