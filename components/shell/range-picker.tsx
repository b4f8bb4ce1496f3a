"use client";

import { CalendarRange, ChevronDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover } from "@/components/ui/popover";
import { Segmented } from "@/components/ui/segmented";
import { useNow, useZone } from "@/components/ui/time";
import { formatAbsolute } from "@/components/ui/time-format";
import { useFilters } from "@/lib/client/filters";
import {
  BAR_RANGES,
  fromLocalInput,
  isCustom,
  RANGES,
  type Range,
  resolveRange,
  toLocalInput,
} from "@/lib/client/time-range";

const optionsOf = (ranges: readonly Range[]) => ranges.map((range) => ({ value: range, label: range }));
const OPTIONS = optionsOf(BAR_RANGES);
const FURTHER = optionsOf(RANGES.filter((range) => !BAR_RANGES.includes(range)));

/** The time range of the page: a named one that moves with the clock, or two moments in the person's zone. */
export function RangePicker() {
  const [filters, setFilters] = useFilters();
  const custom = isCustom(filters);
  return (
    <div className="flex items-center gap-1 max-md:w-full max-md:justify-between">
      <Segmented
        label="Time range"
        value={custom ? null : filters.range}
        onChange={(range) => setFilters({ range, from: null, to: null })}
        options={OPTIONS}
      />
      <CustomRange key={`${filters.from} ${filters.to}`} />
    </div>
  );
}

function CustomRange() {
  const [filters, setFilters] = useFilters();
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const zone = useZone();
  const now = useNow();
  const custom = isCustom(filters);
  const { from, to } = resolveRange(filters, now);
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const next = {
      from: fromLocalInput(String(form.get("from")), zone),
      to: fromLocalInput(String(form.get("to")), zone),
    };
    if (!next.from || !next.to || next.from >= next.to) return setError("The start must lie before the end.");
    setOpen(false);
    return setFilters(next);
  };
  const named = BAR_RANGES.includes(filters.range) ? "Custom" : `Last ${filters.range}`;
  const words = custom
    ? `${formatAbsolute(from, zone, now, false)} – ${formatAbsolute(to, zone, now, false)}`
    : named;
  return (
    <Popover
      title="Custom range"
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant={words === "Custom" ? "quiet" : "secondary"} className="max-w-full px-2">
          <CalendarRange aria-hidden />
          <span className="truncate max-xl:sr-only">{words}</span>
          <ChevronDown aria-hidden className="text-faint max-xl:hidden" />
        </Button>
      }
    >
      <Segmented
        label="Other time ranges"
        value={custom ? null : filters.range}
        onChange={(range) => {
          setOpen(false);
          setFilters({ range, from: null, to: null });
        }}
        options={FURTHER}
      />
      <form onSubmit={apply} className="flex flex-col gap-3">
        <Field label={`From (${zone})`} error={error}>
          <Input type="datetime-local" name="from" required defaultValue={toLocalInput(from, zone)} />
        </Field>
        <Field label={`To (${zone})`} hint="The end itself is not included.">
          <Input type="datetime-local" name="to" required defaultValue={toLocalInput(to, zone)} />
        </Field>
        <Button type="submit" variant="primary">
          Show this range
        </Button>
      </form>
    </Popover>
  );
}
