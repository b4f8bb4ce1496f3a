"use client";

import { Search, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import type { QuarantineFacets } from "@/lib/contract/quarantine";
import {
  isNarrowed,
  NO_FILTERS,
  type QuarantineChange,
  type QuarantineParams,
  SHOWN_STATES,
} from "./quarantine-params";

const STATE_WORDS = { open: "Open", replayed: "Sent again", dismissed: "Dismissed", all: "All" };

type FilterProps = {
  params: QuarantineParams;
  facets: QuarantineFacets | undefined;
  onChange: (change: QuarantineChange) => void;
  /** Stands at the end of the first row */
  children?: ReactNode;
};

/** What narrows the list; each choice says how many it would leave. */
export function QuarantineFilter({ params, facets, onChange, children }: FilterProps) {
  return (
    <div className="flex flex-col gap-2 pb-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="State"
          value={params.state}
          onChange={(state) => onChange({ state, item: null })}
          options={SHOWN_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))}
        />
        <SearchField key={params.q} value={params.q} onChange={(q) => onChange({ q: q || null })} />
        <div className="ml-auto">{children}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Pick
          label="Reason"
          facet={facets?.reason}
          value={params.reason}
          onPick={(reason) => onChange({ reason })}
        />
        <Pick
          label="Field"
          facet={facets?.field}
          value={params.field}
          onPick={(field) => onChange({ field })}
        />
        <Pick label="Tool" facet={facets?.tool} value={params.tool} onPick={(tool) => onChange({ tool })} />
        <Pick
          label="Source"
          facet={facets?.source}
          value={params.source === null ? null : String(params.source)}
          onPick={(source) => onChange({ source: source === null ? null : Number(source) })}
        />
        <Pick label="Door" facet={facets?.door} value={params.door} onPick={(door) => onChange({ door })} />
        <label className="inline-flex h-8 cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={params.says_unknown === "true"}
            onChange={({ target }) => onChange({ says_unknown: target.checked ? "true" : null })}
          />
          Effect unknown
        </label>
        {isNarrowed({ ...params, service: [], environment: [] }) && (
          <Button variant="quiet" size="sm" onClick={() => onChange(NO_FILTERS)}>
            <X aria-hidden />
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}

type PickProps = {
  label: string;
  facet: readonly { value: string; count: number; name?: string }[] | undefined;
  value: string | null;
  onPick: (value: string | null) => void;
};

function Pick({ label, facet = [], value, onPick }: PickProps) {
  const options = facet.map((one) => ({
    value: one.value,
    label: `${one.name ?? one.value} (${formatCount(one.count)})`,
  }));
  // What is chosen stays to be seen, and taken back, when nothing has it any more.
  if (value !== null && !options.some((one) => one.value === value)) options.push({ value, label: value });
  return (
    <Select
      aria-label={label}
      placeholder={`Any ${label.toLowerCase()}`}
      className="w-44 max-sm:w-[calc(50%-0.25rem)]"
      value={value ?? ""}
      options={options}
      onChange={({ target }) => onPick(target.value || null)}
    />
  );
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <form
      className="relative w-72 max-w-full max-sm:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim());
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2 size-4 text-faint" />
      <Input
        aria-label="Reference, event id, tool or words of the reason"
        placeholder="Reference, id, tool, words of the reason"
        value={text}
        onChange={({ target }) => setText(target.value)}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className="border-line-strong pl-8"
      />
    </form>
  );
}
