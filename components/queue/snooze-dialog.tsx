"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { RadioRow } from "@/components/ui/radio-row";
import { serverNow } from "@/components/ui/server-clock";
import { useZone } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { snoozeCase } from "@/lib/client/cases";
import { fromLocalInput, toLocalInput } from "@/lib/client/time-range";
import type { CaseDetail } from "@/lib/contract/cases";
import { useFormat } from "./queue-clock";
import { RefusalNote } from "./refusal-note";
import { snoozeChoices, whyNotUntil } from "./snooze-choices";
import { useCaseWrite } from "./use-case-write";

type SnoozeDialogProps = { of: CaseDetail; onClose: () => void };

const CUSTOM = "custom";

function useSnooze({ of, onClose }: SnoozeDialogProps) {
  const zone = useZone();
  const format = useFormat();
  const [nowMs] = useState(serverNow);
  const choices = snoozeChoices(of.deadline_at, zone, nowMs);
  const [chosen, setChosen] = useState(choices.find(({ why_not }) => why_not === null)?.name ?? CUSTOM);
  const [custom, setCustom] = useState(() => new Date(nowMs).toISOString());
  const [tried, setTried] = useState(false);
  const until = choices.find(({ name }) => name === chosen)?.until ?? custom;
  const problem = whyNotUntil(until, of.deadline_at, nowMs);
  const { run, isPending, error } = useCaseWrite(
    () => snoozeCase(of.case_id, until),
    () => {
      toast({ title: `Sleeps until ${format(until)}`, tone: "ok" });
      onClose();
    },
  );
  const submit = () => {
    setTried(true);
    if (problem === null) run(undefined);
  };
  const shown = tried && chosen === CUSTOM ? problem : null;
  return { zone, format, choices, chosen, setChosen, custom, setCustom, shown, submit, isPending, error };
}

/** Puts a case aside for a while. It stays counted, and comes back by itself before its deadline. */
export function SnoozeDialog({ of, onClose }: SnoozeDialogProps) {
  const snooze = useSnooze({ of, onClose });
  const { format, choices, chosen, setChosen } = snooze;
  return (
    <FormDialog
      size="sm"
      title="Put this case aside"
      description={`Out of the open view until then; never past its deadline, ${format(of.deadline_at)}.`}
      submit="Put it aside"
      busy={snooze.isPending}
      refused={snooze.shown ?? snooze.error}
      onSubmit={snooze.submit}
      onClose={onClose}
    >
      <Fieldset label="How long?">
        <div className="flex flex-col">
          {choices.map(({ name, until, why_not }) => (
            <RadioRow
              key={name}
              name="snooze"
              label={name}
              detail={why_not ?? format(until)}
              disabled={why_not !== null}
              checked={chosen === name}
              onChoose={() => setChosen(name)}
            />
          ))}
          <RadioRow
            name="snooze"
            label="Until another time"
            checked={chosen === CUSTOM}
            onChoose={() => setChosen(CUSTOM)}
          />
        </div>
      </Fieldset>
      {chosen === CUSTOM && <Custom of={of} {...snooze} />}
      <RefusalNote error={snooze.error} />
    </FormDialog>
  );
}

type CustomProps = { of: CaseDetail } & Pick<
  ReturnType<typeof useSnooze>,
  "zone" | "custom" | "setCustom" | "shown"
>;

function Custom({ of, zone, custom, setCustom, shown }: CustomProps) {
  return (
    <Field label="Until" hint={`In your zone, ${zone}`} error={shown}>
      <Input
        type="datetime-local"
        max={toLocalInput(of.deadline_at, zone)}
        value={custom === "" ? "" : toLocalInput(custom, zone)}
        onChange={(event) => setCustom(fromLocalInput(event.target.value, zone) ?? "")}
      />
    </Field>
  );
}
