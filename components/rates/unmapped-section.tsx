"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import { prepareUnmappedShare } from "@/components/charts/prepare-unmapped-share";
import { UnmappedShareChart } from "@/components/charts/unmapped-share-chart";
import { UnmappedShareTable } from "@/components/charts/unmapped-share-table";
import { Section } from "@/components/ui/section";
import type { Filters } from "@/lib/client/filter-params";
import { releasesQuery } from "@/lib/client/releases";
import type { RatesAnswer } from "@/lib/contract/rates";
import { ReleaseList } from "./release-list";

const TABLE_TICKS = 8;

type UnmappedSectionProps = {
  rates: RatesAnswer;
  filters: Filters;
  target: number;
  onRange: (from: string, to: string) => void;
};

/** How much of the failure surface nobody has thought about, over time, against releases and the target. */
export function UnmappedSection({ rates, filters, target, onRange }: UnmappedSectionProps) {
  const { data } = useQuery(releasesQuery(filters));
  const input = { rates, releases: data?.items ?? [], target };
  const chart = prepareUnmappedShare({ ...input, maxTicks: TABLE_TICKS });
  return (
    <Section
      title="Unmapped share"
      description="Of the failures of each step. Where nothing failed it is undefined: a gap."
    >
      <ChartFrame
        summary={`Unmapped share over time. ${chart.summary}`}
        zone={chart.zone}
        legend={<span className="text-muted">{chart.summary}</span>}
        table={<UnmappedShareTable steps={chart.steps} />}
      >
        {(width) => (
          <UnmappedShareChart
            chart={prepareUnmappedShare({ ...input, maxTicks: ticksThatFit(width) })}
            width={width}
            onRange={onRange}
          />
        )}
      </ChartFrame>
      <ReleaseList markers={chart.markers} />
    </Section>
  );
}
