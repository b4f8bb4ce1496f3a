"use client";

import Link from "next/link";
import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import { FailuresChart } from "@/components/charts/failures-chart";
import { type FailuresChart as Prepared, prepareFailures } from "@/components/charts/prepare-failures";
import { formatCount } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { UnmappedMark } from "@/components/marks/unmapped-mark";
import { Section } from "@/components/ui/section";
import { eventsHref } from "@/lib/client/events-href";
import type { Filters } from "@/lib/client/filter-params";
import type { RatesAnswer } from "@/lib/contract/rates";
import { FailuresTable } from "./failures-table";

const TABLE_TICKS = 8;

type FailuresSectionProps = {
  rates: RatesAnswer;
  filters: Filters;
  onRange: (from: string, to: string) => void;
};

/** Failures over time by class, as bars or as a table. */
export function FailuresSection({ rates, filters, onRange }: FailuresSectionProps) {
  const chart = prepareFailures(rates, TABLE_TICKS);
  const filter = { service: filters.service, environment: filters.environment };
  return (
    <Section
      title={chart.yTitle}
      description="By class; the hatched part of a bar is unmapped. Drag to zoom."
    >
      <ChartFrame
        summary={chart.summary}
        zone={chart.zone}
        legend={<Legend chart={chart} rows={{ from: rates.from, to: rates.to, ...filter }} />}
        table={<FailuresTable chart={chart} filter={filter} />}
      >
        {(width) => (
          <FailuresChart
            chart={prepareFailures(rates, ticksThatFit(width))}
            width={width}
            onRange={onRange}
          />
        )}
      </ChartFrame>
    </Section>
  );
}

type LegendProps = {
  chart: Prepared;
  rows: { from: string; to: string; service: string[]; environment: string[] };
};

function Legend({ chart, rows }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {chart.classes.map(({ class: errorClass, failures }) => (
        <li key={errorClass}>
          <Link
            href={eventsHref({ ...rows, class: errorClass })}
            className="inline-flex min-h-6 items-center gap-1.5 underline-offset-2 hover:underline"
          >
            <ClassMark of={errorClass} />
            <span className="text-muted">{formatCount(failures)}</span>
          </Link>
        </li>
      ))}
      {chart.hasUnmapped && (
        <li className="inline-flex min-h-6 items-center">
          <UnmappedMark />
        </li>
      )}
    </ul>
  );
}
