"use client";

import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type KnownInputProps = {
  label: string;
  /** Offered while typing; what has not been seen yet may be typed as well */
  known: readonly string[];
  value: string;
  placeholder?: string;
  hint?: string;
  error: string | undefined;
  optional?: boolean;
  onChange: (value: string) => void;
};

/** One name, of those that are known or another. */
export function KnownInput({
  label,
  known,
  value,
  placeholder,
  hint,
  error,
  optional,
  onChange,
}: KnownInputProps) {
  const list = useId();
  return (
    <div className="min-w-0">
      <Field label={label} hint={hint} error={error} optional={optional}>
        <Input
          mono
          list={list}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </Field>
      <datalist id={list}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
