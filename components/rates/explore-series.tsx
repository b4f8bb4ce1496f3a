"use client";

import type { ExploreSource, SourceSeries } from "@/components/charts/explore-source";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { SeriesName } from "@/components/charts/series-name";
import { IntentLink } from "@/components/ui/intent-link";
import { Section } from "@/components/ui/section";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { filterOfKey, filterOfOther } from "@/domain/rate-filter";
import { shareOf } from "@/domain/rate-series";
import { filtersOf } from "@/lib/client/explore";
import type { ExploreState } from "@/lib/client/explore-params";
import { describeChange } from "./describe-change";
import { exploreEventsHref } from "./explore-events-href";
import { NOUNS } from "./explore-words";
import type { SetExplore } from "./use-explore-keys";

type ExploreSeriesProps = { source: ExploreSource; state: ExploreState; setState: SetExplore };

/** Each series with its sums over the range: a name narrows to it, a number opens its events. */
export function ExploreSeries({ source, state, setState }: ExploreSeriesProps) {
  const all = source.series.reduce((sum, { failures }) => sum + failures, 0);
  const isRate = state.show === "rate";
  const rest = source.series.find(({ kind }) => kind === "other");
  return (
    <Section
      title="In this range"
      description={
        rest
          ? `${rest.name[0]?.toUpperCase()}${rest.name.slice(1)} is everything beyond the first.`
          : undefined
      }
    >
      <Table caption="Series with their sums over the range" className="max-lg:scroll-hint">
        <TableHead>
          <Th>{NOUNS[state.by]}</Th>
          <Th numeric>failures</Th>
          <Th numeric>share of all</Th>
          {isRate ? (
            <>
              <Th numeric>calls</Th>
              <Th numeric>failure rate</Th>
            </>
          ) : (
            <>
              <Th numeric>unmapped</Th>
              <Th numeric>unmapped share</Th>
            </>
          )}
          {source.before && <Th numeric>the period before</Th>}
        </TableHead>
        <TableBody>
          {source.series.map((series, place) => (
            <Tr key={series.id}>
              <Td className="max-w-80">
                <button
                  type="button"
                  title="Narrow to this"
                  onClick={() => setState(narrowed(state, source, series))}
                  className="inline-flex min-h-6 max-w-full items-center underline-offset-2 hover:underline"
                >
                  <SeriesName series={series} place={place} />
                </button>
              </Td>
              <Td numeric>
                <IntentLink
                  href={exploreEventsHref(state, source, series.id, null)}
                  className="font-medium underline-offset-2 hover:underline"
                >
                  {formatCount(series.failures)}
                </IntentLink>
              </Td>
              <Td numeric>{formatShare(shareOf(series.failures, all)) ?? "–"}</Td>
              {isRate ? <AgainstCalls series={series} /> : <Unmapped series={series} />}
              {series.before && <Td numeric>{describeChange(series.failures, series.before.failures)}</Td>}
            </Tr>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function AgainstCalls({ series: { failures, calls } }: { series: SourceSeries }) {
  return (
    <>
      <Td numeric>{calls === null ? "–" : formatCount(calls)}</Td>
      <Td numeric>{formatShare(shareOf(failures, calls)) ?? "–"}</Td>
    </>
  );
}

function Unmapped({ series: { failures, unmapped } }: { series: SourceSeries }) {
  return (
    <>
      <Td numeric>{unmapped === null ? "–" : formatCount(unmapped)}</Td>
      <Td numeric>{formatShare(shareOf(unmapped ?? 0, failures)) ?? "–"}</Td>
    </>
  );
}

/** The state with this series' own filter: what is asked next is about it alone. */
function narrowed(
  state: ExploreState,
  { series }: ExploreSource,
  one: SourceSeries,
): Parameters<SetExplore>[0] {
  const filters = filtersOf(state);
  if (one.kind === "all") return {};
  if (one.kind !== "other") return filterOfKey(filters, state.by, one.key);
  const drawn = series.filter(({ kind }) => kind !== "other").map(({ key }) => key);
  return filterOfOther(filters, state.by, drawn);
}
