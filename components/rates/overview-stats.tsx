"use client";

import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { Stat } from "@/components/ui/stat";
import { eventsHref } from "@/lib/client/events-href";
import type { Filters } from "@/lib/client/filter-params";
import type { RatesAnswer } from "@/lib/contract/rates";
import { describeChange } from "./describe-change";
import { OpenCasesStat } from "./open-cases-stat";

type OverviewStatsProps = { rates: RatesAnswer; filters: Filters; target: number };

/** The four numbers of the overview; what is undefined is a dash with its reason. */
export function OverviewStats({ rates, filters, target }: OverviewStatsProps) {
  const { before } = rates;
  const { failures, unmapped, unmapped_share, calls, failure_rate } = rates.totals;
  const rows = { from: rates.from, to: rates.to, service: filters.service, environment: filters.environment };
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
      <Stat
        label="Failures"
        value={formatCount(failures)}
        href={eventsHref(rows)}
        detail={before && describeChange(failures, before.totals.failures)}
      />
      <Stat
        label="Failure rate"
        value={formatShare(failure_rate)}
        detail={
          calls === null || failure_rate === null
            ? "Unknown: no calls were reported here. Report them to /api/v1/calls."
            : `against ${formatCount(calls)} calls`
        }
      />
      <Stat
        label="Unmapped share"
        value={formatShare(unmapped_share)}
        href={eventsHref({ ...rows, unmapped: "true" })}
        detail={
          unmapped_share === null
            ? "Undefined: nothing failed"
            : `${formatCount(unmapped)} of ${formatCount(failures)} · target ${formatShare(target)}`
        }
      />
      <OpenCasesStat filters={filters} />
    </dl>
  );
}
