"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input, Select } from "@/components/ui/input";
import { draftOf, OPS, type StepDraft, type StepOp } from "./step-draft";

type EditorProps = {
  drafts: readonly StepDraft[];
  faults: ReadonlyMap<number, string>;
  onChange: (drafts: readonly StepDraft[]) => void;
};

/** How items are mended, step by step. */
export function StepEditor({ drafts, faults, onChange }: EditorProps) {
  const change = (changed: StepDraft) =>
    onChange(drafts.map((draft) => (draft.id === changed.id ? changed : draft)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-2 font-medium">How each is mended, in this order</legend>
      {drafts.length === 0 && <p className="text-muted">Not at all: each is sent again as it is.</p>}
      <ol className="flex flex-col gap-3">
        {drafts.map((draft, at) => (
          <li key={draft.id} className="flex items-start gap-2">
            <Step draft={draft} at={at + 1} fault={faults.get(draft.id)} onChange={change} />
            <IconButton
              label={`Remove step ${at + 1}`}
              icon={<Trash2 />}
              className="mt-5"
              onClick={() => onChange(drafts.filter(({ id }) => id !== draft.id))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button size="sm" onClick={() => onChange([...drafts, draftOf()])}>
          <Plus aria-hidden />
          Add a step
        </Button>
      </div>
    </fieldset>
  );
}

type StepProps = {
  draft: StepDraft;
  at: number;
  fault: string | undefined;
  onChange: (draft: StepDraft) => void;
};

function Step({ draft, at, fault, onChange }: StepProps) {
  const { op } = draft;
  const text = (name: "path" | "from" | "value" | "to", label: string, width = "flex-1") => (
    <Field label={label} className={`min-w-32 ${width}`}>
      <Input
        mono
        value={draft[name]}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
      />
    </Field>
  );
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={`Step ${at}`} className="w-36">
          <Select
            value={op}
            options={OPS}
            onChange={({ target }) => onChange({ ...draft, op: target.value as StepOp })}
          />
        </Field>
        {(op === "copy" || op === "move") && text("from", "From")}
        {text("path", op === "copy" || op === "move" ? "To the field" : "Field")}
        {op === "set" && text("value", "Value")}
        {op === "replace" && text("from", "Value")}
        {op === "replace" && text("to", "By")}
        {op === "cast" && <KindField draft={draft} onChange={onChange} />}
        {(op === "set" || op === "copy" || op === "move" || op === "received_at") && (
          <Field label="When" className="w-32">
            <Select
              value={draft.when}
              options={[
                { value: "missing", label: "if missing" },
                { value: "always", label: "always" },
              ]}
              onChange={({ target }) =>
                onChange({ ...draft, when: target.value === "always" ? "always" : "missing" })
              }
            />
          </Field>
        )}
      </div>
      {fault && <p className="text-muted text-xs">{fault}</p>}
    </div>
  );
}

function KindField({ draft, onChange }: Pick<StepProps, "draft" | "onChange">) {
  return (
    <Field label="As a" className="w-32">
      <Select
        value={draft.to || "string"}
        options={[
          { value: "string", label: "text" },
          { value: "number", label: "number" },
          { value: "boolean", label: "true or false" },
        ]}
        onChange={({ target }) => onChange({ ...draft, to: target.value })}
      />
    </Field>
  );
}
