"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { toast } from "@/components/ui/toast";
import { useFocusOnFault } from "@/components/ui/use-focus-on-fault";
import { usePaused } from "@/components/ui/use-paused";
import { alertHref, changeAlert, createAlert, refreshAlerts } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import { fieldErrors } from "@/lib/client/field-errors";
import type { Alert } from "@/lib/contract/alerts";
import type { AlertDraft } from "./alert-draft";
import { AlertFields } from "./alert-fields";
import { AlertPreview } from "./alert-preview";
import { suggestedName } from "./alert-words";
import { readDraft } from "./read-draft";
import { WebhookMessage } from "./webhook-message";

type AlertFormProps = {
  /** As it was when the form was opened: what others change meanwhile is refused and not overwritten. Null: a new one */
  alert: Alert | null;
  begin: AlertDraft;
  everywhere: boolean;
  /** Opens the form again on what is saved now */
  onStartAgain?: () => void;
};

/** Makes an alert or changes one, with what it would have done beside it before anything is saved. */
export function AlertForm({ alert, begin, everywhere, onStartAgain }: AlertFormProps) {
  const [draft, setDraft] = useState(begin);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { definition, faults } = readDraft(draft);
  const name = draft.name.trim() || (definition ? suggestedName(definition.condition, definition) : "");
  const save = useSave(alert, name);
  const refused = { ...fieldErrors(save.error), ...(tried && faults) };
  const leadToFault = useFocusOnFault(form, faults ?? save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    leadToFault();
    if (definition !== null && !save.isPending) save.mutate(definition);
  };
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <form ref={form} noValidate onSubmit={submit} className="min-w-0">
        <AlertFields
          draft={draft}
          faults={refused}
          suggested_name={name}
          everywhere={everywhere}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        {alert?.state === "firing" && (
          <p className="mb-4 border-warn border-l-2 pl-3 text-muted text-sm">
            It fires now. A change of anything but its name ends that, and it is measured anew.
          </p>
        )}
        <Refusal error={save.error} placed={Object.keys(refused)} onStartAgain={onStartAgain} />
        <div className="flex flex-wrap gap-2 border-t pt-4">
          <Button type="submit" variant="primary" busy={save.isPending}>
            {alert ? "Save" : "Watch it"}
          </Button>
          <ButtonLink href={alert ? alertHref(alert.alert_id) : "/alerts"}>Cancel</ButtonLink>
        </div>
      </form>
      <Beside definition={definition} name={name} />
    </div>
  );
}

function useSave(alert: Alert | null, name: string) {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (definition: NonNullable<ReturnType<typeof readDraft>["definition"]>) =>
      alert === null
        ? createAlert({ ...definition, name })
        : changeAlert(alert.alert_id, { ...definition, name, version: alert.version }),
    onSuccess: (saved) => {
      toast({
        title: alert === null ? `“${saved.name}” is watched from now on` : `“${saved.name}” is saved`,
        tone: "ok",
      });
      router.push(alertHref(saved.alert_id));
    },
    onSettled: () => refreshAlerts(client),
  });
}

const PLACED = ["name", "tool", "service", "environment", "tenant"];

type RefusalProps = { error: unknown; placed: readonly string[]; onStartAgain: (() => void) | undefined };

/** What no field says by itself. */
function Refusal({ error, placed, onStartAgain }: RefusalProps) {
  if (!error || placed.some((field) => PLACED.includes(field))) return null;
  const refusal = describeError(error);
  return (
    <div className="flex flex-col items-start gap-2 pb-4">
      <ErrorState title="This was not saved" {...refusal} />
      {refusal.code === "alert_changed" && onStartAgain && (
        <Button size="sm" onClick={onStartAgain}>
          Start again from what is saved now
        </Button>
      )}
    </div>
  );
}

type BesideProps = { definition: ReturnType<typeof readDraft>["definition"]; name: string };

/** What the form means, once it can be read: kept in sight while it is filled in. */
function Beside({ definition, name }: BesideProps) {
  const asked = usePaused(definition);
  return (
    <section aria-label="What it would have done" className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-16">
      {asked === null || definition === null ? (
        <p className="text-muted">
          What it would have done in the last 30 days stands here once every field can be read.
        </p>
      ) : (
        <>
          <AlertPreview definition={asked} />
          <WebhookMessage definition={asked} name={name} />
        </>
      )}
    </section>
  );
}
