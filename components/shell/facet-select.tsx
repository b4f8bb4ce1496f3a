"use client";

import { useQuery } from "@tanstack/react-query";
import { Select } from "@/components/ui/input";
import { facetsQuery } from "@/lib/client/facets";
import { useFilters } from "@/lib/client/filters";

const SEVERAL = "\u0000several";

const words = {
  service: { label: "Service", all: "All services", values: "services" },
  environment: { label: "Environment", all: "All environments", values: "environments" },
} as const;

/** One service or environment, or all; several may come from a pasted URL and stay until changed. */
export function FacetSelect({ facet }: { facet: keyof typeof words }) {
  const [filters, setFilters] = useFilters();
  const { data } = useQuery(facetsQuery);
  const { label, all, values } = words[facet];
  const chosen = filters[facet];
  const known = new Set([...(data?.[values] ?? []), ...chosen]);
  const options = [...known].sort().map((value) => ({ value, label: value }));
  const several = chosen.length > 1 ? [{ value: SEVERAL, label: `${chosen.length} ${values}` }] : [];
  return (
    <Select
      aria-label={label}
      className="max-md:w-0 max-md:flex-1 md:w-36 xl:w-40"
      placeholder={all}
      value={chosen.length > 1 ? SEVERAL : (chosen[0] ?? "")}
      options={[...several, ...options]}
      onChange={(event) => {
        const { value } = event.target;
        if (value !== SEVERAL) setFilters({ [facet]: value === "" ? null : [value] });
      }}
    />
  );
}
