import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

type FieldsetProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do */
  error?: ReactNode;
  children: ReactNode;
};

/** Several controls under one name, with hint and error tied to all of them. */
export function Fieldset({ label, hint, error, children }: FieldsetProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={described || undefined} className="min-w-0">
      <legend className="font-medium text-sm">{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-muted text-xs">
          {hint}
        </p>
      )}
      <div className="pt-2">{children}</div>
      {error && (
        <p
          id={`${id}-error`}
          data-invalid
          tabIndex={-1}
          className="flex items-start gap-1 pt-1 text-danger text-xs"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
