"use client";

import { Progress as Base } from "@base-ui/react/progress";

type ProgressProps = {
  label: string;
  /** 0 to `max`; null while the size is unknown */
  value: number | null;
  max?: number;
};

/** How far long work has come. */
export function Progress({ label, value, max = 100 }: ProgressProps) {
  return (
    <Base.Root value={value} max={max} className="grid grid-cols-2 gap-1 text-sm">
      <Base.Label>{label}</Base.Label>
      <Base.Value className="text-right text-muted" />
      <Base.Track className="col-span-2 h-1 overflow-hidden rounded-full bg-line">
        <Base.Indicator className="bg-accent transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Base.Track>
    </Base.Root>
  );
}
