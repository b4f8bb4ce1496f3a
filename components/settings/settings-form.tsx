"use client";

import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/lib/client/api-error";
import { type FieldErrors, fieldErrors } from "@/lib/client/field-errors";

/** The first field at fault, else the answer as a whole: focus scrolls it into sight. */
const AT_FAULT = "[aria-invalid=true], p[data-invalid], [data-refused]";

type SettingsFormProps = {
  /** For buttons outside of the form: `<Button type="submit" form={id}>` */
  id?: string;
  /** Why the last try was refused; what belongs to one of `fields` is shown there by the caller */
  error: unknown;
  /** The names of the fields that show their own errors */
  fields: readonly string[];
  /** What was found wrong before anything was sent */
  faults?: FieldErrors;
  onSubmit: () => void;
  children: ReactNode;
  className?: string;
};

/** A form that leads to what was refused: focus goes to the first field at fault, or to the answer. */
export function SettingsForm({
  id,
  error,
  fields,
  faults,
  onSubmit,
  children,
  className,
}: SettingsFormProps) {
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error || faults) root.current?.querySelector<HTMLElement>(AT_FAULT)?.focus();
  }, [error, faults]);
  const placed = Object.keys(fieldErrors(error)).some((field) => fields.includes(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={id} ref={root} noValidate onSubmit={submit} className={cn("flex flex-col gap-4", className)}>
      {children}
      {Boolean(error) && !placed && (
        <div tabIndex={-1} data-refused>
          <ErrorState title="This was not saved" {...describeError(error)} />
        </div>
      )}
    </form>
  );
}
