"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type LimitFieldProps = {
  value: string;
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string) => void;
};

/** How much a key may send; nothing typed is the installation's default. */
export function LimitField({ value, error, autoFocus, onChange }: LimitFieldProps) {
  return (
    <Field
      label="Items a minute"
      optional
      hint="Requests and reported items, in each process; more is asked to wait (429). Left empty, the installation's default."
      error={error}
    >
      <Input
        autoFocus={autoFocus}
        inputMode="numeric"
        autoComplete="off"
        className="sm:w-1/2"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
