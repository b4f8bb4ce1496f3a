"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { RadioRow } from "@/components/ui/radio-row";
import { serverNow } from "@/components/ui/server-clock";
import { useZone } from "@/components/ui/time";
import { formatAbsolute } from "@/components/ui/time-format";
import { toast } from "@/components/ui/toast";
import { muteAlert, refreshAlerts } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import { fromLocalInput, toLocalInput } from "@/lib/client/time-range";
import type { Alert } from "@/lib/contract/alerts";
import { muteChoices, whyNotMuted } from "./mute-choices";

type MuteDialogProps = { alert: Alert; onClose: () => void };

const CUSTOM = "custom";

function useMute({ alert, onClose }: MuteDialogProps) {
  const zone = useZone();
  const client = useQueryClient();
  const [nowMs] = useState(serverNow);
  const choices = muteChoices(zone, nowMs);
  const [chosen, setChosen] = useState(choices[0]?.name ?? CUSTOM);
  const [custom, setCustom] = useState(alert.muted_until ?? new Date(nowMs).toISOString());
  const [note, setNote] = useState(alert.mute_note ?? "");
  const [tried, setTried] = useState(false);
  const until = choices.find(({ name }) => name === chosen)?.until ?? custom;
  const problem = whyNotMuted(until, nowMs);
  const format = (iso: string) => formatAbsolute(iso, zone, nowMs, false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => muteAlert(alert.alert_id, { until, note: note.trim() }),
    onSuccess: () => {
      toast({ title: `“${alert.name}” is muted until ${format(until)}`, tone: "ok" });
      onClose();
    },
    onSettled: () => refreshAlerts(client),
  });
  const submit = () => {
    setTried(true);
    if (problem === null) mutate();
  };
  const shown = tried && chosen === CUSTOM ? problem : null;
  const until_custom = { zone, custom, setCustom, shown };
  return { choices, chosen, setChosen, until_custom, note, setNote, format, submit, isPending, error };
}

/** Keeps an alert quiet for a while: it is measured and shown, and nobody is told. */
export function MuteDialog(props: MuteDialogProps) {
  const mute = useMute(props);
  const { choices, chosen, setChosen, until_custom } = mute;
  return (
    <FormDialog
      size="sm"
      title={`Mute “${props.alert.name}”`}
      description="It is still measured and shown; nobody is told that it fires. If it still does then, they are told then."
      keepOnPressOutside
      submit="Mute"
      busy={mute.isPending}
      refused={until_custom.shown ?? mute.error}
      onSubmit={mute.submit}
      onClose={props.onClose}
    >
      <Fieldset label="How long?">
        <div className="flex flex-col">
          {choices.map(({ name, until }) => (
            <RadioRow
              key={name}
              name="mute"
              label={name}
              detail={mute.format(until)}
              checked={chosen === name}
              onChoose={() => setChosen(name)}
            />
          ))}
          <RadioRow
            name="mute"
            label="Until another time"
            checked={chosen === CUSTOM}
            onChoose={() => setChosen(CUSTOM)}
          />
        </div>
      </Fieldset>
      {chosen === CUSTOM && <Custom {...until_custom} />}
      <Field label="Why" optional hint="Stands beside the alert while it is muted.">
        <Input maxLength={500} value={mute.note} onChange={({ target }) => mute.setNote(target.value)} />
      </Field>
      {mute.error && <ErrorState title="Not muted" {...describeError(mute.error)} />}
    </FormDialog>
  );
}

type CustomProps = ReturnType<typeof useMute>["until_custom"];

function Custom({ zone, custom, setCustom, shown }: CustomProps) {
  return (
    <Field label="Until" hint={`In your zone, ${zone}`} error={shown}>
      <Input
        type="datetime-local"
        value={custom === "" ? "" : toLocalInput(custom, zone)}
        onChange={({ target }) => setCustom(fromLocalInput(target.value, zone) ?? "")}
      />
    </Field>
  );
}
