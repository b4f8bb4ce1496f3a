"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { declareTool } from "@/lib/client/declare-tool";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { toolsQuery } from "@/lib/client/tools";
import type { ToolBody } from "@/lib/contract/tools";
import { SettingsForm } from "./settings-form";
import { readToolDraft, type ToolDraft, type ToolPartProps } from "./tool-draft";
import { ToolEffects } from "./tool-effects";
import { ToolSettling } from "./tool-settling";
import { ToolTimes } from "./tool-times";
import { ToolWhere } from "./tool-where";

const FIELDS = [
  "tool",
  "writes",
  "in_flight_seconds",
  "key_life_seconds",
  "sla_seconds",
  "remind_seconds",
  "settles_automatically",
  "owner",
  "runbook",
  "link_templates",
];

type ToolSettingsProps = {
  /** Whether its name is typed here */
  isNew: boolean;
  draft: ToolDraft;
  onDraft: (draft: ToolDraft) => void;
  /** Of the form, for the dialog's own button */
  form: string;
  onBusy: (busy: boolean) => void;
  onSaved: () => void;
};

/** What people know about a tool, and the rules of the queue that follow from it. */
export function ToolSettings({ isNew, draft, onDraft, form, onBusy, onSaved }: ToolSettingsProps) {
  const [faults, setFaults] = useState<FieldErrors>({});
  const save = useSave(draft.tool.trim(), onBusy, onSaved);
  const submit = () => {
    const { body, errors } = readToolDraft(draft);
    setFaults(errors ?? {});
    if (body) save.mutate(body);
  };
  const errors = { ...fieldErrors(save.error), ...faults };
  const part: ToolPartProps = { draft, errors, onChange: (change) => onDraft({ ...draft, ...change }) };
  return (
    <SettingsForm id={form} error={save.error} fields={FIELDS} faults={faults} onSubmit={submit}>
      {isNew && (
        <Field label="Tool" hint="The name as events carry it." error={errors.tool}>
          <Input
            mono
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={draft.tool}
            onChange={(event) => part.onChange({ tool: event.target.value })}
          />
        </Field>
      )}
      <ToolEffects {...part} />
      <ToolTimes {...part} />
      <ToolSettling {...part} />
      <ToolWhere {...part} />
    </SettingsForm>
  );
}

function useSave(tool: string, onBusy: (busy: boolean) => void, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ToolBody) => declareTool(tool, body),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: toolsQuery.queryKey, exact: true });
      toast({ title: `${tool} is saved`, tone: "ok" });
      onSaved();
    },
  });
}
