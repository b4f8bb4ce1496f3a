import { type QueryValue, searchString } from "./fetcher";

/** The page with the rows behind a number; the filter is spelled as on the wire, so list, chart and export agree. */
export function eventsHref(filter: Record<string, QueryValue>): string {
  return `/events${searchString(filter)}`;
}
