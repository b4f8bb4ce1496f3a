"use client";

import { useQuery } from "@tanstack/react-query";
import { Select } from "@/components/ui/input";
import { facetsQuery } from "@/lib/client/facets";
import { useHydrated } from "./use-hydrated";

type QueueFilterProps = { tool: readonly string[]; onChange: (tool: string[] | null) => void };

const SEVERAL = "\u0000several";

/** One tool or all; several may come from a pasted URL. Service and environment stand in the header. */
export function QueueFilter({ tool, onChange }: QueueFilterProps) {
  const { data } = useQuery(facetsQuery);
  // The header asks for them too and may have them before this part takes over what the server drew without them.
  const hydrated = useHydrated();
  const known = [...new Set([...((hydrated && data?.tools) || []), ...tool])].sort();
  const several = tool.length > 1 ? [{ value: SEVERAL, label: `${tool.length} tools` }] : [];
  return (
    <div className="pb-3">
      <Select
        aria-label="Tool"
        className="w-48"
        placeholder="All tools"
        value={tool.length > 1 ? SEVERAL : (tool[0] ?? "")}
        options={[...several, ...known.map((value) => ({ value, label: value }))]}
        onChange={({ target: { value } }) => {
          if (value !== SEVERAL) onChange(value === "" ? null : [value]);
        }}
      />
    </div>
  );
}
