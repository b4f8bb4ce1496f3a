"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { StaleNotice } from "@/components/ui/stale-notice";
import { useZone } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { useFilters } from "@/lib/client/filters";
import { ratesQuery } from "@/lib/client/rates";
import { describeRange } from "@/lib/client/time-range";
import { CodesSection } from "./codes-section";
import { FailuresSection } from "./failures-section";
import { FirstEvent } from "./first-event/first-event";
import { NoFailures } from "./no-failures";
import { OpenCasesSection } from "./open-cases-section";
import { OverviewSkeleton } from "./overview-skeleton";
import { OverviewStats } from "./overview-stats";
import { UnmappedSection } from "./unmapped-section";

/** The answer first: four numbers, then how they came about. Stays fresh by itself while it is in sight. `target`: 0 to 1. */
export function Overview({ target }: { target: number }) {
  const zone = useZone();
  const [filters, setFilters] = useFilters();
  const [waits, setWaits] = useState(false);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(
    ratesQuery({ filters, zone, group_by: "class", compare: true }),
  );
  if (!data && error) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <OverviewSkeleton />;
  const nothingEver = data.totals.failures === 0 && data.rows_available_from === null;
  // Whoever waited for the first event is led to it before the page is another one.
  if (nothingEver && !waits) setWaits(true);
  if (nothingEver || waits) return <FirstEvent arrived={!nothingEver} onDone={() => setWaits(false)} />;
  const zoom = (from: string, to: string) => void setFilters({ from, to });
  return (
    <Outdated when={isPlaceholderData} label={describeRange(filters)}>
      {error && <StaleNotice what="These numbers are" message={describeError(error).message} />}
      <OverviewStats rates={data} filters={filters} target={target} />
      {data.totals.failures === 0 ? (
        <NoFailures />
      ) : (
        <div className="grid gap-x-8 xl:grid-cols-2">
          <FailuresSection rates={data} filters={filters} onRange={zoom} />
          <UnmappedSection rates={data} filters={filters} target={target} onRange={zoom} />
        </div>
      )}
      <div className="grid gap-x-8 xl:grid-cols-2">
        <OpenCasesSection filters={filters} />
        {data.totals.failures > 0 && <CodesSection filters={filters} zone={zone} />}
      </div>
    </Outdated>
  );
}
