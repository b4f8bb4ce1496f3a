"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckRow } from "@/components/ui/check-row";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { declareTool } from "@/lib/client/declare-tool";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { toolsQuery } from "@/lib/client/tools";
import type { Tool, ToolBody } from "@/lib/contract/tools";
import { SettingsForm } from "./settings-form";
import { readToolDraft, type ToolPartProps, toolDraft } from "./tool-draft";
import { ToolEffects } from "./tool-effects";
import { ToolTimes } from "./tool-times";
import { ToolWhere } from "./tool-where";

const FIELDS = [
  "tool",
  "writes",
  "in_flight_seconds",
  "key_life_seconds",
  "sla_seconds",
  "owner",
  "runbook",
  "link_templates",
];

type ToolDialogProps = {
  /** Null: one that has not failed yet */
  tool: Tool | null;
  onClose: () => void;
};

/** Declares what people know about a tool. */
export function ToolDialog({ tool, onClose }: ToolDialogProps) {
  const [draft, setDraft] = useState(() => toolDraft(tool));
  const [faults, setFaults] = useState<FieldErrors>({});
  const form = useId();
  const save = useSave(draft.tool.trim(), onClose);
  const submit = () => {
    const { body, errors } = readToolDraft(draft);
    setFaults(errors ?? {});
    if (body) save.mutate(body);
  };
  const errors = { ...fieldErrors(save.error), ...faults };
  const part: ToolPartProps = { draft, errors, onChange: (change) => setDraft({ ...draft, ...change }) };
  return (
    <Dialog
      open
      keepOnPressOutside
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={tool ? <span className="break-all">{tool.tool}</span> : "Declare a tool"}
      description="Cases that are open get their new times at once."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <SettingsForm id={form} error={save.error} fields={FIELDS} faults={faults} onSubmit={submit}>
        {tool === null && (
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
        <CheckRow
          className="-mx-2"
          label="A second person must agree"
          description="A verdict is then a proposal until somebody else approves it; the runtime waits on."
          checked={draft.needs_second_person}
          onChange={(needs_second_person) => part.onChange({ needs_second_person })}
        />
        <ToolWhere {...part} />
      </SettingsForm>
    </Dialog>
  );
}

function useSave(tool: string, onClose: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ToolBody) => declareTool(tool, body),
    onSuccess: () => {
      client.invalidateQueries({ queryKey: toolsQuery.queryKey });
      toast({ title: `${tool} is saved`, tone: "ok" });
      onClose();
    },
  });
}
