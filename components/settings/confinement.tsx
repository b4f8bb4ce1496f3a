"use client";

import { useQuery } from "@tanstack/react-query";
import { Fieldset } from "@/components/ui/fieldset";
import { PartsField } from "@/components/ui/parts-field";
import { facetsQuery } from "@/lib/client/facets";
import type { FieldErrors } from "@/lib/client/field-errors";

export type ConfinementDraft = {
  tenants: readonly string[];
  environments: readonly string[];
  services: readonly string[];
};

type ConfinementProps = {
  draft: ConfinementDraft;
  errors: FieldErrors;
  onChange: (part: Partial<ConfinementDraft>) => void;
};

const PARTS = [
  { name: "tenants", label: "Tenants", all: "all tenants" },
  { name: "environments", label: "Environments", all: "all environments" },
  { name: "services", label: "Services", all: "all services" },
] as const;

/** How far somebody sees; a part that is left empty does not confine. What was seen before is offered. */
export function Confinement({ draft, errors, onChange }: ConfinementProps) {
  const { data: facets } = useQuery(facetsQuery);
  return (
    <Fieldset
      label="Confined to"
      hint="Left empty, a part is open. An event that lacks a confined part is outside."
    >
      <div className="grid gap-3">
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
