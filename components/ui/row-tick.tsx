"use client";

import { type ReactNode, useEffect, useRef } from "react";

type RowTickProps = {
  /** Read out; the box itself shows nothing */
  label: ReactNode;
  checked: boolean;
  /** Some of what it stands for are ticked */
  partly?: boolean;
  /** `on`: Shift was held, to select on from where the last tick stands */
  onChange: (on: boolean) => void;
};

/** The tick of a row of a table, or of all its rows, with room for a finger. */
export function RowTick({ label, checked, partly = false, onChange }: RowTickProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className="relative z-1 flex h-9 w-8 cursor-pointer items-center">
      <span className="sr-only">{label}</span>
      <input
        ref={input}
        type="checkbox"
        checked={checked}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
