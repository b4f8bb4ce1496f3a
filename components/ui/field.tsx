"use client";

import { Field as Base } from "@base-ui/react/field";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do; its presence marks the control invalid */
  error?: ReactNode;
  optional?: boolean;
  className?: string;
  /** One Input, Textarea or Select */
  children: ReactNode;
};

/** Label, control, hint and error, tied together for readers. */
export function Field({ label, hint, error, optional, className, children }: FieldProps) {
  return (
    <Base.Root invalid={Boolean(error)} className={cn("flex min-w-0 flex-col gap-1", className)}>
      <Base.Label className="flex items-baseline gap-2 font-medium text-sm">
        {label}
        {optional && <span className="font-normal text-faint text-xs">optional</span>}
      </Base.Label>
      {children}
      {hint && <Base.Description className="text-muted text-xs">{hint}</Base.Description>}
      {error && (
        <Base.Error match className="flex items-start gap-1 text-danger text-xs">
          <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0" />
          <span>{error}</span>
        </Base.Error>
      )}
    </Base.Root>
  );
}
