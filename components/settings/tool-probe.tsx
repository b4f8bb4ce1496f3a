"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckRow } from "@/components/ui/check-row";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { probeQuery, putProbe, removeProbe } from "@/lib/client/probes";
import { toolsQuery } from "@/lib/client/tools";
import type { Probe, ProbeBody } from "@/lib/contract/probes";
import { SettingsForm } from "./settings-form";
import {
  namesToFill,
  type ProbeDraft,
  type ProbePartProps,
  probeDraft,
  readProbeDraft,
} from "./tool-probe-draft";
import { ToolProbeRequest } from "./tool-probe-request";
import { ToolProbeRules } from "./tool-probe-rules";
import { ToolProbeTry } from "./tool-probe-try";

const FIELDS = ["url", "headers", "secret", "rules", "timeout_seconds"];

type ToolProbeProps = {
  tool: string;
  /** What is typed and not saved yet, kept while another tab is looked at; null: nothing */
  held: ProbeDraft | null;
  onHold: (draft: ProbeDraft | null) => void;
  /** Of the form, for the dialog's own button */
  form: string;
  onBusy: (busy: boolean) => void;
};

/** How Errata asks the outside system of a tool whether an effect is there. */
export function ToolProbe(props: ToolProbeProps) {
  const tools = useQuery(toolsQuery);
  const listed = tools.data?.items.find(({ tool }) => tool === props.tool);
  const asks = !tools.isPending && listed?.has_probe !== false;
  const probe = useQuery({ ...probeQuery(props.tool), enabled: asks });
  if (listed?.has_probe === false) return <ProbeForm {...props} probe={probe.data ?? null} />;
  if (probe.isError)
    return <ErrorState {...describeError(probe.error)} onRetry={probe.refetch} retrying={probe.isFetching} />;
  if (probe.isPending) return <SkeletonRows rows={4} label="Loading the probe" />;
  return <ProbeForm {...props} probe={probe.data} />;
}

function ProbeForm({ tool, held, onHold, probe, form, onBusy }: ToolProbeProps & { probe: Probe | null }) {
  const draft = held ?? probeDraft(probe);
  const [faults, setFaults] = useState<FieldErrors>({});
  const save = useSave(tool, onBusy, () => onHold(null));
  const read = (): ProbeBody | null => {
    const { body, errors } = readProbeDraft(draft);
    setFaults(errors ?? {});
    return body;
  };
  const submit = () => {
    const body = read();
    if (body) save.mutate(body);
  };
  const errors = { ...fieldErrors(save.error), ...faults };
  const part: ProbePartProps = { draft, errors, onChange: (change) => onHold({ ...draft, ...change }) };
  return (
    <SettingsForm id={form} error={save.error} fields={FIELDS} faults={faults} onSubmit={submit}>
      <p className="max-w-prose text-muted text-sm">
        A reconciler asks with one key, and Errata can ask by itself. What it hears is evidence; it settles a
        case only where the settings let it.
      </p>
      <ToolProbeRequest {...part} hasSecret={probe?.has_secret ?? false} />
      <ToolProbeRules {...part} />
      <CheckRow
        className="-mx-2"
        label="Ask by itself"
        description="As soon as a case opens, then with growing pauses until the deadline, and after it once an hour, while the case is open."
        checked={draft.automatic}
        onChange={(automatic) => part.onChange({ automatic })}
      />
      <Field label="Wait for an answer" error={errors.timeout_seconds} className="sm:w-48">
        <Input value={draft.timeout} onChange={(event) => part.onChange({ timeout: event.target.value })} />
      </Field>
      <ToolProbeTry tool={tool} names={namesToFill(draft)} read={read} />
      {probe !== null && <Remove tool={tool} onRemoved={() => onHold(null)} />}
    </SettingsForm>
  );
}

function useSave(tool: string, onBusy: (busy: boolean) => void, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProbeBody) => putProbe(tool, body),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (probe) => {
      client.setQueryData(probeQuery(tool).queryKey, probe);
      void client.invalidateQueries({ queryKey: toolsQuery.queryKey, exact: true });
      onSaved();
      toast({ title: `The probe of ${tool} is saved`, tone: "ok" });
    },
  });
}

function Remove({ tool, onRemoved }: { tool: string; onRemoved: () => void }) {
  const [asking, setAsking] = useState(false);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeProbe(tool),
    onSuccess: () => {
      client.setQueryData(probeQuery(tool).queryKey, null);
      void client.invalidateQueries({ queryKey: toolsQuery.queryKey, exact: true });
      onRemoved();
      toast({ title: `The probe of ${tool} is removed`, tone: "ok" });
    },
  });
  return (
    <div className="border-t pt-3">
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        Remove the probe
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove the probe of ${tool}?`}
        confirm="Remove the probe"
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        error={remove.isError && <ErrorState title="It was not removed" {...describeError(remove.error)} />}
      >
        Its secret goes with it. What it has seen so far stays on the cases.
      </ConfirmDialog>
    </div>
  );
}
