"use client";

import { X } from "lucide-react";
import { IntentLink } from "@/components/ui/intent-link";
import { useNow, useZone } from "@/components/ui/time";
import { formatAbsolute } from "@/components/ui/time-format";
import { type EventFilterName, readEventFilters } from "@/lib/client/events";
import { filterWords } from "./filter-words";

/** What narrows the list, each with a link that takes it away. */
export function EventFilters({ search }: { search: URLSearchParams }) {
  const zone = useZone();
  const now = useNow();
  const filters = readEventFilters(search);
  if (filters.length === 0)
    return <p className="pb-3 text-muted text-sm">No filter: all events within retention.</p>;
  const words = (name: EventFilterName, value: string) =>
    name === "from" || name === "to"
      ? { name, value: formatAbsolute(value, zone, now) }
      : filterWords(name, value);
  const shown = (name: EventFilterName, value: string) => words(name, value).value;
  return (
    <ul aria-label="Filters" className="flex flex-wrap gap-2 pb-3">
      {filters.map(({ name, value }) => (
        <li
          key={`${name} ${value}`}
          className="inline-flex h-7 items-center gap-1.5 rounded-md border border-line-strong bg-raised pl-2 text-sm"
        >
          <span className="text-muted">{words(name, value).name}</span>
          <span className="max-w-64 truncate font-medium">{shown(name, value)}</span>
          <IntentLink
            href={`/events?${without(search, name, value)}`}
            aria-label={`Remove the filter ${words(name, value).name} ${shown(name, value)}`}
            className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </IntentLink>
        </li>
      ))}
    </ul>
  );
}

function without(search: URLSearchParams, name: string, value: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name, value);
  return rest;
}
