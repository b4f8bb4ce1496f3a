"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input } from "@/components/ui/input";
import { PartsField } from "@/components/ui/parts-field";
import { toast } from "@/components/ui/toast";
import { WEBHOOK_TYPES } from "@/domain/webhook";
import { facetsQuery } from "@/lib/client/facets";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { changeWebhook, createWebhook, refreshWebhooks } from "@/lib/client/webhooks";
import type { Webhook, WebhookWithSecret } from "@/lib/contract/webhooks";
import { CheckGrid } from "./check-grid";
import { SettingsForm } from "./settings-form";
import { type WebhookDraft, webhookDraft, webhookWire } from "./webhook-draft";
import { TYPE_WORDS } from "./webhook-words";

const FIELDS = ["name", "url", "types", "tenants", "environments", "services", "tools"];

type WebhookDialogProps = {
  /** Null: a new one */
  webhook: Webhook | null;
  onCreated: (created: WebhookWithSecret) => void;
  onClose: () => void;
};
type PartProps = {
  draft: WebhookDraft;
  errors: FieldErrors;
  onChange: (part: Partial<WebhookDraft>) => void;
};

/** Makes a webhook, or changes where it goes and what it tells. */
export function WebhookDialog({ webhook, onCreated, onClose }: WebhookDialogProps) {
  const [draft, setDraft] = useState(() => webhookDraft(webhook));
  const form = useId();
  const save = useSave(draft, webhook, onCreated, onClose);
  const part: PartProps = {
    draft,
    errors: fieldErrors(save.error),
    onChange: (change) => setDraft({ ...draft, ...change }),
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title={webhook ? webhook.name : "New webhook"}
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            {webhook ? "Save" : "Make the webhook"}
          </Button>
        </>
      }
    >
      <SettingsForm id={form} error={save.error} fields={FIELDS} onSubmit={() => save.mutate()}>
        <Where {...part} />
        <Types {...part} />
        <Only {...part} />
      </SettingsForm>
    </Dialog>
  );
}

function useSave(
  draft: WebhookDraft,
  webhook: Webhook | null,
  onCreated: (created: WebhookWithSecret) => void,
  onClose: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const wire = webhookWire(draft);
      if (webhook === null) return createWebhook(wire);
      await changeWebhook(webhook.subscription_id, { ...wire, version: webhook.version });
      return null;
    },
    onSuccess: (created) => {
      if (created !== null) return onCreated(created);
      toast({ title: `The webhook “${draft.name}” is saved`, tone: "ok" });
      onClose();
    },
    onSettled: () => refreshWebhooks(client),
  });
}

function Where({ draft, errors, onChange }: PartProps) {
  return (
    <>
      <Field label="Name" hint="Who is told: “payments runtime”." error={errors.name}>
        <Input
          autoFocus
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field
        label="Address"
        hint="Gets a POST for each message. Addresses inside your network are opened by the operator."
        error={errors.url}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://runtime.example/errata"
          value={draft.url}
          onChange={(event) => onChange({ url: event.target.value })}
        />
      </Field>
    </>
  );
}

function Types({ draft, errors, onChange }: PartProps) {
  return (
    <Fieldset label="Tells of" error={errors.types}>
      <CheckGrid
        options={WEBHOOK_TYPES}
        words={TYPE_WORDS}
        chosen={draft.types}
        onChange={(types) => onChange({ types })}
      />
    </Fieldset>
  );
}

const PARTS = [
  { name: "tools", label: "Tools", all: "all tools" },
  { name: "services", label: "Services", all: "all services" },
  { name: "tenants", label: "Tenants", all: "all tenants" },
  { name: "environments", label: "Environments", all: "all environments" },
] as const;

function Only({ draft, errors, onChange }: PartProps) {
  const { data: facets } = useQuery(facetsQuery);
  return (
    <Fieldset label="Only about" hint="Left empty, a part lets everything pass.">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {PARTS.map(({ name, label, all }) => (
          <PartsField
            key={name}
            label={label}
            all={all}
            known={facets?.[name] ?? []}
            values={draft[name]}
            error={errors[name]}
            onChange={(values) => onChange({ [name]: values })}
          />
        ))}
      </div>
    </Fieldset>
  );
}
