"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { CASE_FLAGS } from "@/domain/case-rules";
import { facetsQuery } from "@/lib/client/facets";
import { WINDOW_WORDS } from "./describe-filter";
import { FLAG_WORDS } from "./flag-words";
import { type FilterChange, type QueueParams, WINDOWS } from "./queue-params";
import { useAssignees } from "./use-assignees";

type Fields = { params: QueueParams; onChange: (change: FilterChange) => void };
type Option = { value: string; label: string };

const SEVERAL = "\u0000several";

/** One field per filter; each change holds at once. What is chosen stands as a chip above the list. */
export function QueueFilterFields({ params, onChange }: Fields) {
  const { data } = useQuery(facetsQuery);
  const people = useAssignees().map(({ person_id, name }) => ({ value: person_id, label: name }));
  const named = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }));
  return (
    <div className="grid grid-cols-2 gap-3">
      <OneOf
        label="Tool"
        value={params.tool}
        options={named(data?.tools)}
        onChange={(tool) => onChange({ tool })}
      />
      <OneOf
        label="Tenant"
        value={params.tenant}
        options={named(data?.tenants)}
        onChange={(tenant) => onChange({ tenant })}
      />
      <OneOf
        label="Flag"
        value={params.flag}
        options={CASE_FLAGS.map((flag) => ({ value: flag, label: FLAG_WORDS[flag].word }))}
        onChange={(flags) => onChange({ flag: flags && CASE_FLAGS.filter((flag) => flags.includes(flag)) })}
      />
      <OneOf
        label="Assigned to"
        placeholder="Anybody, nobody"
        value={params.assigned_to}
        options={[{ value: "me", label: "You" }, { value: "nobody", label: "Nobody" }, ...people]}
        onChange={(assigned_to) => onChange({ assigned_to })}
      />
      <Windows params={params} onChange={onChange} />
    </div>
  );
}

function Windows({ params, onChange }: Fields) {
  const windows = WINDOWS.map((window) => ({ value: window, label: WINDOW_WORDS[window] }));
  const windowOf = (value: string) => WINDOWS.find((window) => window === value) ?? null;
  return (
    <>
      <Field label="Due within">
        <Select
          placeholder="Any time"
          value={params.due ?? ""}
          options={windows}
          onChange={({ target }) => onChange({ due: windowOf(target.value) })}
        />
      </Field>
      <Field label="Open for over">
        <Select
          placeholder="Any time"
          value={params.waiting ?? ""}
          options={windows}
          onChange={({ target }) => onChange({ waiting: windowOf(target.value) })}
        />
      </Field>
      <Field label="Held">
        <Select
          placeholder="By anybody, nobody"
          value={params.claimed ?? ""}
          options={[
            { value: "true", label: "By somebody" },
            { value: "false", label: "By nobody" },
          ]}
          onChange={({ target: { value } }) =>
            onChange({ claimed: value === "true" || value === "false" ? value : null })
          }
        />
      </Field>
    </>
  );
}

type OneOfProps = {
  label: string;
  placeholder?: string;
  value: readonly string[];
  options: readonly Option[];
  onChange: (value: string[] | null) => void;
};

/** One value or all; several may come from a pasted address and stay until changed. */
function OneOf({ label, placeholder = "All", value, options, onChange }: OneOfProps) {
  const unknown = value.filter((each) => options.every((option) => option.value !== each));
  const several = value.length > 1 ? [{ value: SEVERAL, label: `${value.length} chosen` }] : [];
  return (
    <Field label={label}>
      <Select
        placeholder={placeholder}
        value={value.length > 1 ? SEVERAL : (value[0] ?? "")}
        options={[...several, ...options, ...unknown.map((each) => ({ value: each, label: each }))]}
        onChange={({ target }) => {
          if (target.value !== SEVERAL) onChange(target.value === "" ? null : [target.value]);
        }}
      />
    </Field>
  );
}
