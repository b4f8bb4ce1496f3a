"use client";

import { useQuery } from "@tanstack/react-query";
import { BurnDownChart } from "@/components/charts/burn-down-chart";
import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import { type BurnStep, prepareBurnDown } from "@/components/charts/prepare-burn-down";
import { formatCount } from "@/components/charts/prepare-format";
import { ErrorState } from "@/components/ui/error-state";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { useZone } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import type { Filters } from "@/lib/client/filter-params";
import { burnDownQuery } from "@/lib/client/unmapped";

const TABLE_TICKS = 8;

/** How many kinds of unmapped failure are left to map, day by day. */
export function BurnDownSection({ filters }: { filters: Filters }) {
  const { data, error, refetch, isFetching } = useQuery(burnDownQuery(filters, useZone()));
  const chart = data && prepareBurnDown(data, TABLE_TICKS);
  return (
    <Section
      title="Groups left to map"
      description="The line: groups that turned up in the seven days up to then and are not marked as mapped. The bars: groups of that day."
    >
      {!data && error && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <Skeleton className="h-72 w-full" />}
      {data && chart && (
        <ChartFrame
          summary={`Groups left to map by day. ${chart.summary}`}
          zone={chart.zone}
          legend={<span className="text-muted">{chart.summary}</span>}
          table={<DayTable steps={chart.steps} />}
        >
          {(width) => <BurnDownChart chart={prepareBurnDown(data, ticksThatFit(width))} width={width} />}
        </ChartFrame>
      )}
    </Section>
  );
}

function DayTable({ steps }: { steps: readonly BurnStep[] }) {
  return (
    <Table caption="Groups left to map by day" contained focusable>
      <TableHead>
        <Th>Day</Th>
        <Th numeric>left to map</Th>
        <Th numeric>turned up</Th>
        <Th numeric>marked as mapped</Th>
      </TableHead>
      <TableBody>
        {steps.toReversed().map(({ start, label, left, seen, mapped }) => (
          <Tr key={start}>
            <Td className="whitespace-nowrap">{label}</Td>
            <Td numeric>{formatCount(left)}</Td>
            <Td numeric>{formatCount(seen)}</Td>
            <Td numeric>{formatCount(mapped)}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
