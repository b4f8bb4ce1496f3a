import { type QueryValue, searchString } from "@/lib/client/fetcher";
import type { Filters } from "@/lib/client/filter-params";

/** The header's filters that the queue answers to as well. */
export type FigureFilter = Pick<Filters, "service" | "environment">;

/** The rows behind a number about what is not settled, asleep and waiting for a second person included. */
export function openHref({ service, environment }: FigureFilter, more: Record<string, QueryValue>): string {
  return `/queue${searchString({ view: "unsettled", ...more, service, environment })}`;
}

/** The settled cases of a tool. */
export function settledHref(
  { service, environment }: FigureFilter,
  more: Record<string, QueryValue>,
): string {
  return `/queue${searchString({ view: "settled", ...more, service, environment })}`;
}
