"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { ATTEMPT_FINDINGS, type AttemptFinding } from "@/domain/attempt-finding";
import { recordFindings } from "@/lib/client/cases";
import type { CaseDetail } from "@/lib/contract/cases";
import { RefusalNote } from "./refusal-note";
import { useCaseWrite } from "./use-case-write";
import { VERDICT_WORDS } from "./verdict-words";

type FindingFormProps = {
  of: CaseDetail;
  chosen: readonly number[];
  /** Those of which nobody knows yet */
  left: readonly number[];
  onChoose: (attempt_ids: readonly number[]) => void;
};

const OPTIONS = ATTEMPT_FINDINGS.map((value) => ({ value, label: VERDICT_WORDS[value].title }));

function useFinding({ of, chosen, onChoose }: FindingFormProps) {
  const [found, setFound] = useState<AttemptFinding | "">("");
  const [external_id, setExternalId] = useState("");
  const [note, setNote] = useState("");
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const { run, isPending, error } = useCaseWrite(
    (finding: AttemptFinding) =>
      recordFindings(of.case_id, {
        ...{ attempt_ids: [...chosen], found: finding },
        ...{ external_id: orNull(external_id), note: orNull(note) },
      }),
    () => {
      toast({
        title: chosen.length === 1 ? "One attempt is settled" : `${chosen.length} attempts are settled`,
        tone: "ok",
      });
      onChoose([]);
      setFound("");
      setExternalId("");
      setNote("");
    },
  );
  const submit = () => {
    if (found !== "" && chosen.length > 0) run(found);
  };
  return { found, setFound, external_id, setExternalId, note, setNote, submit, isPending, error };
}

/** Says what became of the chosen attempts, each of which may have gone another way. */
export function FindingForm(props: FindingFormProps) {
  const { chosen, left, onChoose } = props;
  const id = useId();
  const form = useFinding(props);
  const ready = form.found !== "" && chosen.length > 0;
  return (
    <form
      className="mb-3 flex flex-col gap-3 rounded-md border border-line-strong bg-raised p-3"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p className="font-medium">Settle attempts one by one</p>
        <p id={id} role="status" className="text-muted">
          {chosen.length === 0 ? "Tick those that went the same way." : `${chosen.length} chosen`}
        </p>
        {left.length > 0 && (
          <Button size="sm" variant="quiet" className="ml-auto" onClick={() => onChoose(left)}>
            Choose the {left.length} that are left
          </Button>
        )}
      </div>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_1.5fr_auto]">
        <Field label="What became of them?">
          <Select
            value={form.found}
            placeholder="Choose …"
            options={OPTIONS}
            onChange={(event) => form.setFound(readFinding(event.target.value))}
          />
        </Field>
        <Field label="Id there" optional>
          <Input
            mono
            value={form.external_id}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => form.setExternalId(event.target.value)}
          />
        </Field>
        <Field label="Note" optional>
          <Input value={form.note} onChange={(event) => form.setNote(event.target.value)} />
        </Field>
        <Button type="submit" busy={form.isPending} disabled={!ready} aria-describedby={id}>
          Record it
        </Button>
      </div>
      <RefusalNote error={form.error} />
    </form>
  );
}

function readFinding(value: string): AttemptFinding | "" {
  return ATTEMPT_FINDINGS.find((finding) => finding === value) ?? "";
}
