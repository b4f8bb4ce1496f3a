"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import type { Confinement } from "@/domain/permissions";
import { useSession } from "@/lib/client/session";

const PARTS = [
  { name: "tenant", allowed: "tenants" },
  { name: "environment", allowed: "environments" },
  { name: "service", allowed: "services" },
] as const satisfies readonly { name: string; allowed: keyof Confinement }[];

type PartName = (typeof PARTS)[number]["name"];

/** Which tenant, environment and service it is of, as far as that is said. */
export type Place = Partial<Record<PartName, string>>;

type AskedPart = { name: PartName; permitted: readonly string[]; value: string };

/**
 * Where something is that nothing is known of. Whoever sees a part only is asked for it, since elsewhere they open
 * nothing; a part that can only be one is that one. `known` is null where the event says it.
 */
export function usePlace(known: Record<PartName, string | null> | null) {
  const { confinement } = useSession();
  const [chosen, setChosen] = useState<Place>({});
  const place: Place = {};
  const asked: AskedPart[] = [];
  for (const { name, allowed } of known === null ? [] : PARTS) {
    const permitted = confinement[allowed];
    const said = known?.[name] ?? chosen[name] ?? (permitted?.length === 1 ? permitted[0] : undefined);
    if (said !== undefined) place[name] = said;
    if (known?.[name] == null && permitted !== null) asked.push({ name, permitted, value: said ?? "" });
  }
  return { place, asked, choose: (name: PartName, value: string) => setChosen({ ...chosen, [name]: value }) };
}

/** One of the parts that the person sees. */
export function PartField({ part, onChange }: { part: AskedPart; onChange: (value: string) => void }) {
  const { name, permitted, value } = part;
  return (
    <Field label={`Of which ${name}`} hint={`You see ${permitted.length === 1 ? "this one" : "these"} only.`}>
      <Select
        value={value}
        placeholder={value === "" ? "Choose…" : undefined}
        options={permitted.map((one) => ({ value: one, label: one }))}
        onChange={(change) => onChange(change.target.value)}
      />
    </Field>
  );
}
