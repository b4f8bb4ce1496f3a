"use client";

import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import type { ReactNode } from "react";

type SegmentedProps<T extends string> = {
  label: string;
  value: T | null;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; name?: string }[];
};

/** One of a few, all in sight; arrow keys move. `name` names an option that is only an icon. */
export function Segmented<T extends string>({ label, value, onChange, options }: SegmentedProps<T>) {
  return (
    <ToggleGroup
      aria-label={label}
      value={value === null ? [] : [value]}
      onValueChange={([next]) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className="inline-flex h-8 max-w-full items-center rounded-md border border-line-strong bg-raised p-0.5 max-sm:overflow-x-auto"
    >
      {options.map((option) => (
        <Toggle
          key={option.value}
          value={option.value}
          aria-label={option.name}
          className="inline-flex h-6.5 min-w-7 shrink-0 items-center justify-center gap-1 rounded-sm whitespace-nowrap px-2 text-muted text-sm transition-colors hover:text-ink data-pressed:bg-hover data-pressed:font-medium data-pressed:text-ink [&_svg]:size-4"
        >
          {option.label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
