"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { toast } from "@/components/ui/toast";
import { createAlert, newAlertHref, refreshAlerts } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import type { SuggestedAlert } from "@/lib/contract/alerts";
import { alertDraft } from "./alert-draft";
import { conditionWords, holdWords } from "./alert-words";
import { readDraft } from "./read-draft";

/** Alerts that most teams want, one click each. */
export function Suggestions({ suggested }: { suggested: readonly SuggestedAlert[] }) {
  if (suggested.length === 0) return null;
  return (
    <Section
      title="Worth watching"
      description="What most teams want to be told of. Each can be changed once it is there."
    >
      <ul className="flex max-w-4xl flex-col">
        {suggested.map(({ alert, why }) => (
          <Suggestion key={alert.name} alert={alert} why={why} />
        ))}
      </ul>
    </Section>
  );
}

function Suggestion({ alert, why }: SuggestedAlert) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => createAlert(alert),
    onSuccess: ({ name }) => toast({ title: `“${name}” is watched from now on`, tone: "ok" }),
    onError: (error) => toast({ title: describeError(error).message, tone: "danger" }),
    onSettled: () => refreshAlerts(client),
  });
  const { definition } = readDraft(alertDraft(alert));
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b py-2.5 last:border-b-0">
      <div className="min-w-0 max-w-prose flex-1 basis-80">
        <p className="font-medium">{alert.name}</p>
        <p className="text-sm">{why}</p>
        {definition && (
          <p className="text-muted text-xs">
            {conditionWords(definition.condition)}. {holdWords(definition)}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <ButtonLink size="sm" variant="quiet" href={newAlertHref({ suggested: alert.name })}>
          Look first
        </ButtonLink>
        <Button size="sm" onClick={() => create.mutate()} busy={create.isPending || create.isSuccess}>
          <Plus aria-hidden />
          Watch it
          <span className="sr-only">: {alert.name}</span>
        </Button>
      </div>
    </li>
  );
}
