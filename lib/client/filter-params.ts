import { createLoader, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { DEFAULT_RANGE, RANGES } from "./time-range";

/** The header's filters as they stand in the URL; read by pages on the server and by hooks in the browser alike. */
export const FILTER_PARAMS = {
  range: parseAsStringLiteral(RANGES).withDefault(DEFAULT_RANGE),
  from: parseAsString,
  to: parseAsString,
  service: parseAsNativeArrayOf(parseAsString).withDefault([]),
  environment: parseAsNativeArrayOf(parseAsString).withDefault([]),
};

/** Reads the filters from a page's `searchParams`. */
export const loadFilters = createLoader(FILTER_PARAMS);

export type Filters = Awaited<ReturnType<typeof loadFilters>>;
