import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { EventsAnswer } from "@/lib/contract/events-list";
import { BASE_PATH } from "./base-path";
import { api } from "./fetcher";

/** What a page's address may say about its rows: the filters of CONTRACT "Reading", and nothing else of it. */
const FILTERS = [
  "from",
  "to",
  "service",
  "environment",
  "tenant",
  "tool",
  "code",
  "class",
  "effect",
  "release",
  "unmapped",
  "absent",
  "except",
] as const;
export type EventFilterName = (typeof FILTERS)[number];

/** The filters set in an address, in their own order, one entry a value. */
export function readEventFilters(search: URLSearchParams): { name: EventFilterName; value: string }[] {
  return FILTERS.flatMap((name) => search.getAll(name).map((value) => ({ name, value })));
}

function grouped(filters: readonly { name: EventFilterName; value: string }[]): Record<string, string[]> {
  return Object.fromEntries(
    FILTERS.map((name) => [name, filters.filter((each) => each.name === name).map(({ value }) => value)]),
  );
}

/** The rows behind a number, newest first, page by page. */
export function eventsQuery(filters: readonly { name: EventFilterName; value: string }[]) {
  return infiniteQueryOptions({
    queryKey: ["events", filters],
    queryFn: ({ pageParam, signal }) =>
      api<EventsAnswer>("/api/v1/events", { query: { ...grouped(filters), cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** All rows of the filter as CSV, streamed. */
export function eventsCsvHref(filters: readonly { name: EventFilterName; value: string }[]): string {
  const search = new URLSearchParams(filters.map(({ name, value }) => [name, value]));
  return `${BASE_PATH}/api/v1/events.csv?${search}`;
}
