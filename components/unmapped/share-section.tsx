"use client";

import { useQuery } from "@tanstack/react-query";
import { UnmappedShareFigure } from "@/components/charts/unmapped-share-figure";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { Section } from "@/components/ui/section";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { useZone } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import type { Filters } from "@/lib/client/filter-params";
import { ratesQuery } from "@/lib/client/rates";
import { releasesQuery } from "@/lib/client/releases";
import { describeRange } from "@/lib/client/time-range";
import type { ShareGrouping } from "@/lib/client/unmapped";
import type { RatesAnswer } from "@/lib/contract/rates";
import { ShareRows } from "./share-rows";

type ShareSectionProps = {
  by: ShareGrouping;
  onBy: (by: ShareGrouping) => void;
  filters: Filters;
  target: number;
  onRange: (from: string, to: string) => void;
};

/** How much of the failure surface nobody has thought about: over time, or parted by service, tool or release. */
export function ShareSection({ by, onBy, filters, target, onRange }: ShareSectionProps) {
  const zone = useZone();
  const group_by = by === "all" ? "class" : by;
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    ratesQuery({ filters, zone, group_by }),
  );
  return (
    <Section
      title="Unmapped share"
      description="Unmapped failures of all failures. Where nothing failed it is undefined: a gap."
      actions={
        <Segmented
          label="Share by"
          value={by}
          onChange={onBy}
          options={[
            { value: "all", label: "All" },
            { value: "service", label: "Service" },
            { value: "tool", label: "Tool" },
            { value: "release", label: "Release" },
          ]}
        />
      }
    >
      {!data && error && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <Skeleton className="h-72 w-full" />}
      {data && (
        <Outdated when={isPlaceholderData} label={describeRange(filters)}>
          {by === "all" ? (
            <ShareChart rates={data} filters={filters} target={target} onRange={onRange} />
          ) : (
            <ShareRows rates={data} by={by} filters={filters} target={target} />
          )}
        </Outdated>
      )}
    </Section>
  );
}

type ShareChartProps = Pick<ShareSectionProps, "filters" | "target" | "onRange"> & { rates: RatesAnswer };

function ShareChart({ rates, filters, target, onRange }: ShareChartProps) {
  const { data } = useQuery(releasesQuery(filters));
  return (
    <UnmappedShareFigure {...{ rates, target, onRange }} releases={data?.items ?? []} hint="Drag to zoom." />
  );
}
