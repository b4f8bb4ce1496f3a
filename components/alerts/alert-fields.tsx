"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { Input, Select } from "@/components/ui/input";
import { ALERT_KINDS } from "@/domain/alerts/condition";
import { facetsQuery } from "@/lib/client/facets";
import { KIND_WORDS } from "./alert-words";
import { ConditionFields, type DraftPart, TextOf } from "./condition-fields";
import { KnownInput } from "./known-input";

type AlertFieldsProps = DraftPart & {
  /** What it is called when nobody says otherwise */
  suggested_name: string;
  /** Whether it may watch the whole installation */
  everywhere: boolean;
};

/** What is watched, where, when that fires, and what it is called. */
export function AlertFields({ suggested_name, everywhere, ...part }: AlertFieldsProps) {
  const { draft, faults, onChange } = part;
  return (
    <>
      <Part title="Watch">
        <Field label="What" hint={KIND_WORDS[draft.kind].means}>
          <Select
            value={draft.kind}
            options={ALERT_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }))}
            onChange={({ target }) =>
              onChange({ kind: ALERT_KINDS.find((kind) => kind === target.value) ?? draft.kind })
            }
          />
        </Field>
        <ConditionFields {...part} />
      </Part>
      <Part title="Where">
        <PlaceFields {...part} everywhere={everywhere} />
      </Part>
      <Part title="When">
        <div className="grid grid-cols-2 items-start gap-3">
          <TextOf {...part} field="fires_after" label="Fires after" hint="So long above. 0 min: at once." />
          <TextOf
            {...part}
            field="resolves_after"
            label="Resolves after"
            hint="So long known not to be above, so that it does not flap."
          />
        </div>
      </Part>
      <Part title="Name">
        <Field
          label="Called"
          optional
          hint="Stands in the list and in what webhooks are told."
          error={faults.name}
        >
          <Input
            autoComplete="off"
            maxLength={100}
            placeholder={suggested_name}
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 border-t py-4 first:border-t-0 first:pt-0">
      {children}
    </section>
  );
}

const PLACES = [
  { name: "tool", label: "Tool", facet: "tools", all: "all tools" },
  { name: "service", label: "Service", facet: "services", all: "all services" },
  { name: "environment", label: "Environment", facet: "environments", all: "all environments" },
  { name: "tenant", label: "Tenant", facet: "tenants", all: "all tenants" },
] as const;

function PlaceFields({ draft, faults, onChange, everywhere }: DraftPart & { everywhere: boolean }) {
  const { data: facets } = useQuery(facetsQuery);
  return (
    <Fieldset
      label="Only where"
      hint={
        everywhere
          ? "Left empty, a part lets everything pass."
          : "You see a part of this installation, and so does your alert: name that part."
      }
    >
      <div className="grid grid-cols-2 items-start gap-3">
        {PLACES.map(({ name, label, facet, all }) => (
          <KnownInput
            key={name}
            label={label}
            known={facets?.[facet] ?? []}
            placeholder={all}
            value={draft[name]}
            error={faults[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
    </Fieldset>
  );
}
