import type { ExploreSource } from "@/components/charts/explore-source";
import { filterOfKey, filterOfOther } from "@/domain/rate-filter";
import { eventsHref } from "@/lib/client/events-href";
import { filtersOf } from "@/lib/client/explore";
import type { ExploreState } from "@/lib/client/explore-params";

/**
 * The events behind a series, at one step or in the whole range: the very filter that was counted. Of a failure rate
 * these are the failures of all callers, also of those that reported no calls.
 */
export function exploreEventsHref(
  state: ExploreState,
  source: ExploreSource,
  seriesId: string | null,
  step: { start: string; end: string } | null,
): string {
  const range = { from: step?.start ?? source.from, to: step?.end ?? source.to };
  return eventsHref({ ...range, ...filterOfSeries(state, source, seriesId) });
}

function filterOfSeries(state: ExploreState, { series }: ExploreSource, seriesId: string | null) {
  const filters = filtersOf(state);
  const one = series.find(({ id }) => id === seriesId);
  if (one === undefined || one.kind === "all") return filters;
  if (one.kind !== "other") return filterOfKey(filters, state.by, one.key);
  const drawn = series.filter(({ kind }) => kind !== "other").map(({ key }) => key);
  return filterOfOther(filters, state.by, drawn);
}
