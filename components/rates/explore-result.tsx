"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ChartFrame, ticksThatFit } from "@/components/charts/chart-frame";
import { TALL_CHART_HEIGHT } from "@/components/charts/chart-parts";
import { ExploreChart } from "@/components/charts/explore-chart";
import type { ExploreSource } from "@/components/charts/explore-source";
import { type ExploreStep, prepareExplore } from "@/components/charts/prepare-explore";
import { releaseMarkers } from "@/components/charts/prepare-unmapped-share";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { useNow } from "@/components/ui/time";
import type { ExploreState } from "@/lib/client/explore-params";
import { releasesQuery } from "@/lib/client/releases";
import { exploreEventsHref } from "./explore-events-href";
import { ExploreSeries } from "./explore-series";
import { ExploreTable } from "./explore-table";
import { meaningOf, NOUNS } from "./explore-words";
import { ReleaseList } from "./release-list";
import type { SetExplore } from "./use-explore-keys";

type ExploreResultProps = { source: ExploreSource; state: ExploreState; setState: SetExplore };

const TABLE_TICKS = 8;

/** The chart with its twin, the series with their sums, and the releases it marks. */
export function ExploreResult({ source, state, setState }: ExploreResultProps) {
  const router = useRouter();
  const nowMs = useNow();
  const { show, range, from, to, service, environment } = state;
  const { data } = useQuery(releasesQuery({ range, from, to, service, environment }));
  const noun = NOUNS[state.by];
  const prepare = (maxTicks: number) => prepareExplore({ source, show, noun, maxTicks, nowMs });
  const chart = prepare(TABLE_TICKS);
  const markers = (maxTicks: number) => releaseMarkers(chart.steps, data?.items ?? [], maxTicks);
  const open = (seriesId: string, step: ExploreStep) =>
    router.push(exploreEventsHref(state, source, seriesId, step));
  if (source.series.every(({ failures, calls }) => failures === 0 && calls === null))
    return <Nothing show={show} />;
  return (
    <>
      <Section title={chart.title} description={meaningOf(state)}>
        <ChartFrame
          tall
          summary={chart.summary}
          zone={chart.zone}
          table={
            <ExploreTable chart={chart} hrefOf={(id, step) => exploreEventsHref(state, source, id, step)} />
          }
        >
          {(width) => (
            <ExploreChart
              chart={prepare(ticksThatFit(width))}
              markers={markers(ticksThatFit(width))}
              width={width}
              height={TALL_CHART_HEIGHT}
              onRange={(from, to) => void setState({ from, to })}
              onOpen={open}
            />
          )}
        </ChartFrame>
        <ReleaseList markers={markers(TABLE_TICKS)} />
      </Section>
      <ExploreSeries source={source} state={state} setState={setState} />
    </>
  );
}

function Nothing({ show }: Pick<ExploreState, "show">) {
  return (
    <div className="border-t">
      {show === "rate" ? (
        <EmptyState
          title="The failure rate is unknown here"
          text="No calls were reported in this range for what is chosen, or a filter is set that calls do not know (code, class, effect, unmapped). Report them to /api/v1/calls."
        />
      ) : (
        <EmptyState
          title="No failures in this range"
          text="Nothing failed under these filters, so shares are undefined. Take a filter away, or look at a wider range."
        />
      )}
    </div>
  );
}
