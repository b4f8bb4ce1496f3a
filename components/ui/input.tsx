"use client";

import { Input as Base } from "@base-ui/react/input";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

const control =
  "w-full min-w-0 rounded-md border border-control bg-raised px-2 text-ink text-sm transition-colors hover:border-ink focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger data-invalid:border-danger pointer-coarse:text-lg";

/** One line of text; inside a `Field` it takes label, hint and error from there. `mono` for codes and references. */
export function Input({ className, mono, ...props }: ComponentProps<"input"> & { mono?: boolean }) {
  return <Base {...props} className={cn(control, "h-8", mono && "font-mono", className)} />;
}

/** Several lines of text; otherwise as `Input`. */
export function Textarea({
  className,
  mono,
  rows = 3,
  ...props
}: ComponentProps<"textarea"> & { mono?: boolean }) {
  return (
    <Base
      render={<textarea {...props} rows={rows} />}
      className={cn(control, "block resize-y py-1.5", mono && "font-mono", className)}
    />
  );
}

type SelectProps = Omit<ComponentProps<"select">, "size"> & {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** Shown for the value "" */
  placeholder?: string;
};

/**
 * One of several: the platform's own list, because it works on every device, with every reader and by type-ahead.
 * `onChange` is the DOM event of the select.
 */
export function Select({ className, options, placeholder, ...props }: SelectProps) {
  return (
    <span className={cn("relative inline-flex w-full", className)}>
      <Base
        render={
          <select {...props}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        }
        className={cn(control, "h-8 cursor-pointer appearance-none truncate border-line-strong pr-7")}
      />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-faint" />
    </span>
  );
}
