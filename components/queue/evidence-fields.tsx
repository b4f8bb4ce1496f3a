"use client";

import { Clock, Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { IconButton } from "@/components/ui/icon-button";
import { Input, Select, Textarea } from "@/components/ui/input";
import { useZone } from "@/components/ui/time";
import { instantFromDate } from "@/domain/instant";
import { fromLocalInput, toLocalInput } from "@/lib/client/time-range";
import {
  changeEvidence,
  type DraftProblems,
  EVIDENCE_KINDS,
  type EvidenceDraft,
  emptyEvidence,
  type VerdictDraft,
} from "./draft";
import { useFormat } from "./queue-clock";
import { serverNow } from "./server-clock";

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

type EvidenceRowProps = {
  row: EvidenceDraft;
  /** Null when it is the only one */
  number: number | null;
  problems: DraftProblems["rows"][string] | undefined;
  onChange: (change: Partial<EvidenceDraft>) => void;
  onRemove: () => void;
};

function EvidenceRow({ row, number, problems, onChange, onRemove }: EvidenceRowProps) {
  return (
    <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
      <legend className={number === null ? "sr-only" : "pb-1 text-muted text-xs"}>Look {number ?? 1}</legend>
      <Field label="Where">
        <Select
          value={row.kind}
          options={EVIDENCE_KINDS}
          onChange={(event) => onChange({ kind: event.target.value })}
        />
      </Field>
      <Field label="Id there" optional>
        <Input
          mono
          value={row.external_id}
          placeholder="re_3Q…"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ external_id: event.target.value })}
        />
      </Field>
      <Field label="Link" optional className="sm:col-span-2" error={problems?.url}>
        <Input
          type="url"
          inputMode="url"
          value={row.url}
          placeholder="https://"
          autoComplete="off"
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </Field>
      <Field label="Note" optional className="sm:col-span-2">
        <Textarea rows={2} value={row.note} onChange={(event) => onChange({ note: event.target.value })} />
      </Field>
      <SeenAt row={row} error={problems?.observed_at} onChange={onChange} />
      {number !== null && (
        <Button size="sm" variant="quiet" className="justify-self-start" onClick={onRemove}>
          <X aria-hidden />
          Remove look {number}
        </Button>
      )}
    </fieldset>
  );
}

type SeenAtProps = Pick<EvidenceRowProps, "row" | "onChange"> & { error: string | undefined };

/** When it was seen, in the person's zone. To the minute when typed, exact when it is now. */
function SeenAt({ row, error, onChange }: SeenAtProps) {
  const zone = useZone();
  const format = useFormat();
  const { observed_at } = row;
  const hint = observed_at === null ? `The moment you write something down (${zone})` : format(observed_at);
  return (
    <div className="flex items-start gap-1 sm:col-span-2">
      <Field label="Seen at" className="flex-1" hint={hint} error={error}>
        <Input
          type="datetime-local"
          value={observed_at === null ? "" : toLocalInput(observed_at, zone)}
          onChange={(event) => onChange({ observed_at: fromLocalInput(event.target.value, zone) })}
        />
      </Field>
      <IconButton
        label="Seen right now"
        icon={<Clock />}
        variant="secondary"
        className="mt-6"
        onClick={() => onChange({ observed_at: instantFromDate(new Date(serverNow())).iso })}
      />
    </div>
  );
}
