"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { facetsQuery } from "@/lib/client/facets";
import { useFormat } from "./queue-clock";
import type { QueueParams } from "./queue-params";
import { useHydrated } from "./use-hydrated";

type QueueFilterProps = {
  params: QueueParams;
  onChange: (change: Partial<{ [K in keyof QueueParams]: QueueParams[K] | null }>) => void;
};

const SEVERAL = "\u0000several";

/** The tool, and the time of opening when a chart led here; service and environment stand in the header. */
export function QueueFilter({ params, onChange }: QueueFilterProps) {
  const { data } = useQuery(facetsQuery);
  const format = useFormat();
  const { tool, opened_from, opened_to } = params;
  // The header asks for them too and may have them before this part takes over what the server drew without them.
  const hydrated = useHydrated();
  const known = [...new Set([...((hydrated && data?.tools) || []), ...tool])].sort();
  const several = tool.length > 1 ? [{ value: SEVERAL, label: `${tool.length} tools` }] : [];
  const opened = [opened_from && `from ${format(opened_from)}`, opened_to && `before ${format(opened_to)}`];
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3">
      <Select
        aria-label="Tool"
        className="w-48"
        placeholder="All tools"
        value={tool.length > 1 ? SEVERAL : (tool[0] ?? "")}
        options={[...several, ...known.map((value) => ({ value, label: value }))]}
        onChange={({ target: { value } }) => {
          if (value !== SEVERAL) onChange({ tool: value === "" ? null : [value] });
        }}
      />
      {(opened_from || opened_to) && (
        <Button size="sm" onClick={() => onChange({ opened_from: null, opened_to: null })}>
          Opened {opened.filter(Boolean).join(", ")}
          <X aria-hidden />
          <span className="sr-only">Remove this filter</span>
        </Button>
      )}
    </div>
  );
}
