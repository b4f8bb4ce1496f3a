"use client";

import { useRouter } from "next/navigation";
import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import { CHART_HEIGHT } from "@/components/charts/chart-parts";
import { ExploreChart } from "@/components/charts/explore-chart";
import { type SourceSeries, sourceOfRates } from "@/components/charts/explore-source";
import { prepareExplore } from "@/components/charts/prepare-explore";
import { formatCount } from "@/components/charts/prepare-format";
import { SeriesName } from "@/components/charts/series-name";
import { UnmappedMark } from "@/components/marks/unmapped-mark";
import { IntentLink } from "@/components/ui/intent-link";
import { Section } from "@/components/ui/section";
import { useNow } from "@/components/ui/time";
import { eventsHref } from "@/lib/client/events-href";
import { exploreHref } from "@/lib/client/explore-params";
import type { Filters } from "@/lib/client/filter-params";
import type { RatesAnswer } from "@/lib/contract/rates";
import { ExploreTable } from "./explore-table";

const TABLE_TICKS = 8;

type FailuresSectionProps = {
  rates: RatesAnswer;
  filters: Filters;
  onRange: (from: string, to: string) => void;
};

/** Failures over time by class, beside the period before; a band leads to its codes. */
export function FailuresSection({ rates, filters, onRange }: FailuresSectionProps) {
  const router = useRouter();
  const nowMs = useNow();
  const source = sourceOfRates(rates, "class");
  const prepare = (maxTicks: number) =>
    prepareExplore({ source, show: "stacked", noun: "class", maxTicks, nowMs });
  const chart = prepare(TABLE_TICKS);
  const filter = { service: filters.service, environment: filters.environment };
  const classOf = (id: string | null) => source.series.find((series) => series.id === id)?.key ?? null;
  const eventsAt = (id: string | null, { start, end }: { start: string; end: string }) =>
    eventsHref({ from: start, to: end, ...filter, class: classOf(id) });
  return (
    <Section
      title={chart.title}
      description="The hatched part of a bar is unmapped, the broken line the period before. Drag to zoom; a band shows its codes."
    >
      <ChartFrame
        summary={chart.summary}
        zone={chart.zone}
        legend={
          <Legend
            series={source.series}
            hrefOf={(id) => eventsAt(id, { start: source.from, end: source.to })}
          />
        }
        table={<ExploreTable chart={chart} hrefOf={eventsAt} />}
      >
        {(width) => (
          <ExploreChart
            chart={prepare(ticksThatFit(width))}
            markers={[]}
            width={width}
            height={CHART_HEIGHT}
            onRange={onRange}
            onOpen={(id, step) =>
              router.push(exploreHref({ ...filter, ...codesOf(classOf(id)), from: step.start, to: step.end }))
            }
          />
        )}
      </ChartFrame>
    </Section>
  );
}

const codesOf = (errorClass: string | null) =>
  ({ by: "code", class: errorClass === null ? [] : [errorClass] }) as const;

function Legend({ series, hrefOf }: { series: readonly SourceSeries[]; hrefOf: (id: string) => string }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {series.map((one, place) => (
        <li key={one.id}>
          <IntentLink
            href={hrefOf(one.id)}
            className="inline-flex min-h-6 items-center gap-1.5 underline-offset-2 hover:underline"
          >
            <SeriesName series={one} place={place} />
            <span className="text-muted">{formatCount(one.failures)}</span>
          </IntentLink>
        </li>
      ))}
      {series.some(({ unmapped }) => unmapped !== null && unmapped > 0) && (
        <li className="inline-flex min-h-6 items-center">
          <UnmappedMark />
        </li>
      )}
    </ul>
  );
}
