"use client";

import { Clock, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input, Select, Textarea } from "@/components/ui/input";
import { serverNow } from "@/components/ui/server-clock";
import { useZone } from "@/components/ui/time";
import { instantFromDate } from "@/domain/instant";
import { fromLocalInput, toLocalInput } from "@/lib/client/time-range";
import { type DraftProblems, EVIDENCE_KINDS, type EvidenceDraft } from "./draft";
import { useFormat } from "./queue-clock";

type EvidenceRowProps = {
  row: EvidenceDraft;
  /** Null when it is the only one */
  number: number | null;
  problems: DraftProblems["rows"][string] | undefined;
  onChange: (change: Partial<EvidenceDraft>) => void;
  onRemove?: () => void;
};

/** One look outside: where, what was found there, and when. */
export function EvidenceRow({ row, number, problems, onChange, onRemove }: EvidenceRowProps) {
  return (
    <fieldset className="grid min-w-0 gap-3 sm:grid-cols-2">
      <legend className={number === null ? "sr-only" : "pb-1 text-muted text-xs"}>Look {number ?? 1}</legend>
      <Field label="Where">
        <Select
          value={row.kind}
          options={kindsWith(row.kind)}
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
      {number !== null && onRemove && (
        <Button size="sm" variant="quiet" className="justify-self-start" onClick={onRemove}>
          <X aria-hidden />
          Remove look {number}
        </Button>
      )}
    </fieldset>
  );
}

/** What was taken from a machine's report keeps the kind that the machine gave it. */
function kindsWith(kind: string): readonly { value: string; label: string }[] {
  if (EVIDENCE_KINDS.some(({ value }) => value === kind)) return EVIDENCE_KINDS;
  return [{ value: kind, label: kind.replaceAll("_", " ") }, ...EVIDENCE_KINDS];
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
