import { EVENT_CLASSES } from "@/domain/event-class";
import type { CallSeries, FailureRatesAnswer, RateSeries, RatesAnswer } from "@/lib/contract/rates";

/** One step of a series. What the answer does not know is null. */
export type SourcePoint = { failures: number; unmapped: number | null; calls: number | null };

export type SourceSeries = {
  id: string;
  kind: "value" | "not_reported" | "other" | "all";
  /** Null unless `kind` is `value`. */
  key: string | null;
  name: string;
  failures: number;
  unmapped: number | null;
  calls: number | null;
  /** Failures and unmapped ones of the period before. */
  before: { failures: number; unmapped: number } | null;
  points: readonly SourcePoint[];
};

/** An answer in the one form that is drawn, bottom of the stack first. */
export type ExploreSource = {
  from: string;
  to: string;
  step: string;
  tz: string;
  starts: readonly string[];
  series: readonly SourceSeries[];
  /** Failures of each step of the period before. */
  before: readonly number[] | null;
};

type Wording = Pick<SourceSeries, "id" | "kind" | "key" | "name">;

function wordingOf(key: string | null, place: number, grouped: boolean): Wording {
  const id = `s${place}`;
  if (!grouped) return { id, kind: "all", key: null, name: "all" };
  return key === null
    ? { id, kind: "not_reported", key, name: "not reported" }
    : { id, kind: "value", key, name: key };
}

/** `other (12 codes)`; a noun of the grouping, never silently cut. */
export function otherName(keys: number, noun: string): string {
  return `other (${keys} ${keys === 1 ? noun : `${noun}s`})`;
}

const other = (keys: number, noun: string): Wording => ({
  ...{ id: "other", kind: "other", key: null },
  name: otherName(keys, noun),
});

/** Failures over time as they are drawn. `noun` names one of what is grouped by: `code`. */
export function sourceOfRates(answer: RatesAnswer, noun: string): ExploreSource {
  const { before } = answer;
  const read = (
    wording: Wording,
    counts: Omit<RateSeries, "key">,
    earlier: Omit<RateSeries, "key"> | null,
  ) => ({
    ...wording,
    failures: counts.failures,
    unmapped: counts.unmapped,
    calls: null,
    before: before && { failures: earlier?.failures ?? 0, unmapped: earlier?.unmapped ?? 0 },
    points: counts.points.map(([, failures, unmapped]) => ({ failures, unmapped, calls: null })),
  });
  const series = answer.series.map((one, place) =>
    read(wordingOf(one.key, place, true), one, before?.series[place] ?? null),
  );
  if (answer.other) series.push(read(other(answer.other.keys, noun), answer.other, before?.other ?? null));
  return { ...rangeOf(answer), series: inOrder(series), before: before && totalsOf(before) };
}

/** Failures against calls as they are drawn; all in one where calls do not know what is grouped by. */
export function sourceOfCalls(answer: FailureRatesAnswer, noun: string, grouped: boolean): ExploreSource {
  const read = (wording: Wording, counts: Omit<CallSeries, "key">) => ({
    ...wording,
    failures: counts.failures,
    unmapped: null,
    calls: counts.calls,
    before: null,
    points: counts.points.map(([, failures, calls]) => ({ failures, unmapped: null, calls })),
  });
  const series = answer.series.map((one, place) => read(wordingOf(one.key, place, grouped), one));
  if (answer.other) series.push(read(other(answer.other.keys, noun), answer.other));
  return { ...rangeOf(answer), series: inOrder(series), before: null };
}

function rangeOf(answer: RatesAnswer | FailureRatesAnswer) {
  const { from, to, step, tz, series, other: rest } = answer;
  const starts = ((series[0] ?? rest)?.points ?? []).map(([start]) => start);
  return { from, to, step, tz, starts };
}

/** Failures of each step, all series together. */
function totalsOf({ series, other: rest }: NonNullable<RatesAnswer["before"]>): number[] {
  const all = rest ? [...series, rest] : series;
  return (all[0]?.points ?? []).map((_, index) =>
    all.reduce((sum, { points }) => sum + (points[index]?.[1] ?? 0), 0),
  );
}

const CLASS_ORDER: readonly string[] = EVENT_CLASSES;

/** Classes stand in their own order, which never changes; everything else by its failures, the rest last. */
function inOrder<T extends SourceSeries>(series: readonly T[]): T[] {
  const placeOf = ({ key }: T) => CLASS_ORDER.indexOf(key ?? "");
  return series.every((one) => placeOf(one) >= 0)
    ? series.toSorted((a, b) => placeOf(a) - placeOf(b))
    : [...series];
}
