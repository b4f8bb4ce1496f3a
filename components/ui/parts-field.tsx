"use client";

import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { Field } from "./field";
import { IconButton } from "./icon-button";
import { Input } from "./input";

type PartsFieldProps = {
  label: string;
  /** What holds while it is empty: "all tenants" */
  all: string;
  /** Offered while typing */
  known: readonly string[];
  values: readonly string[];
  error: string | undefined;
  onChange: (values: readonly string[]) => void;
};

/** A list of names. Enter adds what is typed; so does leaving the field, for people forget. */
export function PartsField({ label, all, known, values, error, onChange }: PartsFieldProps) {
  const [text, setText] = useState("");
  const list = useId();
  const add = () => {
    const value = text.trim();
    setText("");
    if (value !== "" && !values.includes(value)) onChange([...values, value]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // With nothing typed, Enter sends the form as everywhere.
    if (text.trim() !== "") event.preventDefault();
    add();
  };
  return (
    <Field label={label} error={error}>
      <div className="flex gap-1">
        <Input
          value={text}
          list={list}
          placeholder={values.length === 0 ? all : "one more"}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
        <IconButton
          label={`Add to ${label.toLowerCase()}`}
          icon={<Plus />}
          variant="secondary"
          onClick={add}
        />
      </div>
      <datalist id={list}>
        {known
          .filter((value) => !values.includes(value))
          .map((value) => (
            <option key={value} value={value} />
          ))}
      </datalist>
      {values.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {values.map((value) => (
            <li key={value} className="flex h-7 min-w-0 items-center rounded-sm bg-hover pl-2 text-sm">
              <span className="truncate">{value}</span>
              <IconButton
                label={`Take ${value} out`}
                icon={<X />}
                size="sm"
                onClick={() => onChange(values.filter((each) => each !== value))}
              />
            </li>
          ))}
        </ul>
      )}
    </Field>
  );
}
