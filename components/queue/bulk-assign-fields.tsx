"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { useSession } from "@/lib/client/session";
import { useAssignees } from "./use-assignees";
import type { Freeze } from "./use-freeze";

const NOBODY = "\u0000nobody";

/** One person for every case, or nobody any more. */
export function AssignFields({ form, onWhole }: { form: string; onWhole: Freeze["run"] }) {
  const { id, name } = useSession();
  const others = useAssignees().filter(({ person_id }) => person_id !== id);
  const [chosen, setChosen] = useState(id);
  return (
    <form
      id={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onWhole({ kind: "assign", person_id: chosen === NOBODY ? null : chosen });
      }}
    >
      <Field label="Assign to" hint="They are told. It says nothing about who holds a case.">
        <Select
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            { value: id, label: `${name} (you)` },
            ...others.map((person) => ({ value: person.person_id, label: person.name })),
            { value: NOBODY, label: "Nobody any more" },
          ]}
        />
      </Field>
    </form>
  );
}
