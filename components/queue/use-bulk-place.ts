"use client";

import { parseAsString, useQueryState } from "nuqs";

/** Which bulk action the page shows, in its address: it can be left, reloaded and found again. */
export function useBulkPlace() {
  return useQueryState("bulk", parseAsString.withOptions({ history: "push" }));
}
