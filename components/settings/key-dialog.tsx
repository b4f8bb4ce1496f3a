"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input, Select } from "@/components/ui/input";
import { SCOPES, type Scope } from "@/domain/permissions";
import { facetsQuery } from "@/lib/client/facets";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";
import { createKey, keysQuery, sourcesQuery } from "@/lib/client/keys";
import type { CreatedKey, NewKey } from "@/lib/contract/keys";
import { CheckGrid } from "./check-grid";
import { EXPIRIES, type Expiry, expiresAt } from "./expiry";
import { ITEMS_PER_MINUTE_FAULT, itemsPerMinuteOf } from "./items-per-minute";
import { LimitField } from "./limit-field";
import { SettingsForm } from "./settings-form";
import { SCOPE_WORDS } from "./words";

const FIELDS = [
  "name",
  "source",
  "scopes",
  "tenant",
  "environment",
  "service",
  "expires_at",
  "items_per_minute",
];

type Draft = {
  name: string;
  source: string;
  scopes: readonly Scope[];
  tenant: string;
  environment: string;
  service: string;
  expiry: Expiry;
  limit: string;
};

const EMPTY: Draft = {
  name: "",
  source: "",
  scopes: ["ingest"],
  tenant: "",
  environment: "",
  service: "",
  expiry: "0",
  limit: "",
};

/** What was left empty is not sent: no pin, and a source named like the key. */
function wireOf({ name, source, scopes, expiry, ...pins }: Draft, items_per_minute: number | null): NewKey {
  return {
    name,
    scopes: [...scopes],
    ...(source.trim() !== "" && { source }),
    tenant: pins.tenant || null,
    environment: pins.environment || null,
    service: pins.service || null,
    expires_at: expiresAt(expiry, Date.now()),
    items_per_minute,
  };
}

type KeyDialogProps = { onCreated: (created: CreatedKey) => void; onClose: () => void };
type PartProps = { draft: Draft; errors: FieldErrors; onChange: (part: Partial<Draft>) => void };

/** Makes a key. */
export function KeyDialog({ onCreated, onClose }: KeyDialogProps) {
  const [draft, setDraft] = useState(EMPTY);
  const [faults, setFaults] = useState<FieldErrors>({});
  const form = useId();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createKey,
    onSuccess: (created) => {
      client.invalidateQueries({ queryKey: keysQuery.queryKey });
      client.invalidateQueries({ queryKey: sourcesQuery.queryKey });
      onCreated(created);
    },
  });
  const submit = () => {
    const limit = itemsPerMinuteOf(draft.limit);
    setFaults(limit === undefined ? { items_per_minute: ITEMS_PER_MINUTE_FAULT } : {});
    if (limit !== undefined) create.mutate(wireOf(draft, limit));
  };
  const part: PartProps = {
    draft,
    errors: { ...fieldErrors(create.error), ...faults },
    onChange: (change) => setDraft({ ...draft, ...change }),
  };
  return (
    <Dialog
      open
      keepOnPressOutside
      onOpenChange={(open) => !open && onClose()}
      title="New key"
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={create.isPending}>
            Make the key
          </Button>
        </>
      }
    >
      <SettingsForm id={form} error={create.error} fields={FIELDS} faults={faults} onSubmit={submit}>
        <Names {...part} />
        <Scopes {...part} />
        <Pins {...part} />
        <Field label="Expires" error={part.errors.expires_at} className="sm:w-1/2">
          <Select
            value={draft.expiry}
            options={EXPIRIES}
            onChange={(event) => part.onChange({ expiry: event.target.value as Expiry })}
          />
        </Field>
        <LimitField
          value={draft.limit}
          error={part.errors.items_per_minute}
          onChange={(limit) => part.onChange({ limit })}
        />
      </SettingsForm>
    </Dialog>
  );
}

function Names({ draft, errors, onChange }: PartProps) {
  const { data: sources } = useQuery(sourcesQuery);
  const list = useId();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" hint="Who holds it: “checkout agent, production”." error={errors.name}>
        <Input
          autoFocus
          autoComplete="off"
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field
        label="Source"
        optional
        hint="The producer its events count under. Left empty, one named like the key."
        error={errors.source}
      >
        <Input
          list={list}
          autoComplete="off"
          placeholder={draft.name}
          value={draft.source}
          onChange={(event) => onChange({ source: event.target.value })}
        />
      </Field>
      <datalist id={list}>
        {sources?.items.map(({ source_id, name }) => (
          <option key={source_id} value={name} />
        ))}
      </datalist>
    </div>
  );
}

function Scopes({ draft, errors, onChange }: PartProps) {
  return (
    <Fieldset label="Scopes" hint="Give only what its holder needs." error={errors.scopes}>
      <CheckGrid
        options={SCOPES}
        words={SCOPE_WORDS}
        chosen={draft.scopes}
        onChange={(scopes) => onChange({ scopes })}
      />
    </Fieldset>
  );
}

const PINS = [
  { name: "tenant", label: "Tenant", facet: "tenants" },
  { name: "environment", label: "Environment", facet: "environments" },
  { name: "service", label: "Service", facet: "services" },
] as const;

function Pins({ draft, errors, onChange }: PartProps) {
  const { data: facets } = useQuery(facetsQuery);
  const list = useId();
  return (
    <Fieldset
      label="Pinned to"
      hint="A pinned part fills in what an event lacks; an event that says something else is rejected. It also limits what the key may read."
    >
      <div className="grid gap-3 sm:grid-cols-3">
        {PINS.map(({ name, label, facet }) => (
          <div key={name} className="min-w-0">
            <Field label={label} optional error={errors[name]}>
              <Input
                list={`${list}-${name}`}
                autoComplete="off"
                value={draft[name]}
                onChange={(event) => onChange({ [name]: event.target.value })}
              />
            </Field>
            <datalist id={`${list}-${name}`}>
              {facets?.[facet].map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          </div>
        ))}
      </div>
    </Fieldset>
  );
}
