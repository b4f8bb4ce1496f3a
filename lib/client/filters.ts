"use client";

import { useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { FILTER_PARAMS } from "./filter-params";

/** The header's filters and their setter: `[filters, setFilters]`. Each change is a step of the Back button. */
export function useFilters() {
  return useQueryStates(FILTER_PARAMS, { history: "push" });
}

/** The query string that carries the header's filters to another page, with its `?`, or nothing. */
export function useFilterSearch(): string {
  const current = useSearchParams();
  const kept = new URLSearchParams();
  for (const name of Object.keys(FILTER_PARAMS)) {
    for (const value of current.getAll(name)) kept.append(name, value);
  }
  return kept.size === 0 ? "" : `?${kept}`;
}
