"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { ClassMark } from "@/components/marks/class-mark";
import { CodeMark } from "@/components/marks/code-mark";
import { EffectMark } from "@/components/marks/effect-mark";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { ListKeys } from "@/components/ui/list-keys";
import { Outdated } from "@/components/ui/outdated";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { eventsCsvHref, eventsQuery, readEventFilters } from "@/lib/client/events";
import { referenceHref } from "@/lib/client/reference-href";
import type { EventItem } from "@/lib/contract/events-list";
import { EventFilters } from "./event-filters";
import { ExportCsv } from "./export-csv";

/** The rows behind a number: every event of the filter that stands in the address. */
export function EventList({ views }: { views: ReactNode }) {
  const search = new URLSearchParams(useSearchParams().toString());
  const filters = readEventFilters(search);
  const { data, error, refetch, isFetching, isPlaceholderData, hasNextPage, fetchNextPage } =
    useInfiniteQuery(eventsQuery(filters));
  const events = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader
        title="Events"
        description="The failed calls behind a number, newest first."
        actions={
          <>
            {views}
            <ExportCsv href={eventsCsvHref(filters)} />
          </>
        }
      />
      <EventFilters search={search} />
      {error && <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <SkeletonRows rows={12} label="Loading events" />}
      <Outdated when={isPlaceholderData} label="the events under these filters">
        {data && events.length === 0 && (
          <EmptyState
            title="No events under these filters"
            text="Take a filter away, or look at a wider range."
          />
        )}
        {events.length > 0 && <EventTable events={events} />}
        {hasNextPage && (
          <Button className="mt-3" onClick={() => void fetchNextPage()} busy={isFetching}>
            Show more
          </Button>
        )}
      </Outdated>
    </>
  );
}

function EventTable({ events }: { events: readonly EventItem[] }) {
  return (
    <ListKeys>
      <Table caption="Events" className="max-lg:scroll-hint">
        <TableHead>
          <Th>Reference</Th>
          <Th>Occurred</Th>
          <Th>Class</Th>
          <Th>Code</Th>
          <Th>Tool</Th>
          <Th>Effect</Th>
          <Th>Service</Th>
        </TableHead>
        <TableBody>
          {events.map((event) => (
            <EventRow
              key={`${event.source_id} ${event.event_id} ${event.reference} ${event.occurred_at}`}
              event={event}
            />
          ))}
        </TableBody>
      </Table>
    </ListKeys>
  );
}

function EventRow({ event }: { event: EventItem }) {
  const where = [event.service, event.environment].filter(Boolean).join(" · ");
  return (
    <Tr>
      <Td>
        <RowLink href={referenceHref(event.reference, event.event_id)}>
          <code className="block max-w-48 truncate">{event.reference}</code>
        </RowLink>
      </Td>
      <Td>
        <Time iso={event.occurred_at} />
      </Td>
      <Td>
        <ClassMark of={event.class} />
      </Td>
      <Td>
        <CodeMark code={event.code} unmapped={event.unmapped} />
      </Td>
      <Td className="max-w-48 truncate">{event.tool}</Td>
      <Td>
        <EffectMark of={event.effect} />
      </Td>
      <Td className="max-w-56 truncate text-muted">{where || "–"}</Td>
    </Tr>
  );
}
