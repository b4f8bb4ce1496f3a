"use client";

import { useId, useState } from "react";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
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
            <Choice
              key={name}
              name={name}
              detail={why_not ?? format(until)}
              disabled={why_not !== null}
              checked={chosen === name}
              onChoose={() => setChosen(name)}
            />
          ))}
          <Choice
            name="Until another time"
            detail={null}
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

type ChoiceProps = {
  name: string;
  detail: string | null;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
};

function Choice({ name, detail, checked, disabled, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex min-h-8 items-center gap-2.5 text-sm">
      <input
        type="radio"
        id={id}
        name="snooze"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <label htmlFor={id} className={disabled ? "text-faint" : "font-medium"}>
        {name}
      </label>
      {detail !== null && <span className="ml-auto text-right text-muted text-xs">{detail}</span>}
    </div>
  );
}
