import { shareOf } from "@/domain/rate-series";
import type { ExploreSource, SourcePoint, SourceSeries } from "./explore-source";
import {
  type AxisTick,
  countLabels,
  countTicks,
  shareTicks,
  stepLabel,
  timeTicks,
  zoneLabel,
} from "./prepare-axis";
import { formatCount, formatShare, perStep } from "./prepare-format";

export type Show = "stacked" | "lines" | "share" | "rate" | "unmapped";

/** One piece of a stack, or one line. `part` is what of the series it draws. */
export type ExploreBand = {
  id: string;
  series: SourceSeries;
  place: number;
  part: "all" | "mapped" | "unmapped";
};

export type ExplorePart = SourcePoint & {
  id: string;
  /** What is drawn; null is a gap. */
  value: number | null;
  /** Stands between two gaps, so a line alone would not show it. */
  lonely: boolean;
};

export type ExploreStep = {
  start: string;
  end: string;
  label: string;
  failures: number;
  /** By series, in their order. */
  parts: readonly ExplorePart[];
  /** Failures at this place of the period before; null without one. */
  before: number | null;
};

export type ExploreChart = {
  show: Show;
  isShare: boolean;
  series: readonly SourceSeries[];
  bands: readonly ExploreBand[];
  steps: readonly ExploreStep[];
  xTicks: readonly AxisTick[];
  yTicks: readonly number[];
  yLabel: (value: number) => string;
  title: string;
  zone: string;
  summary: string;
};

type Input = { source: ExploreSource; show: Show; noun: string; maxTicks: number; nowMs: number };

/** Everything about the chart that is decided: what stands where, what is a gap, and what it is called. */
export function prepareExplore({ source, show, noun, maxTicks, nowMs }: Input): ExploreChart {
  const steps = stepsOf(source, show, nowMs);
  const isShare = show !== "stacked" && show !== "lines";
  const yTicks = ticksOf(steps, show, isShare);
  const title = titleOf(show, source, noun);
  return {
    ...{ show, isShare, series: source.series, bands: bandsOf(source.series, show), steps },
    xTicks: timeTicks(source.starts, source.tz, maxTicks),
    yTicks,
    yLabel: isShare ? (value) => formatShare(value) ?? "" : countLabels(yTicks),
    title,
    zone: zoneLabel(source.from, source.tz),
    summary: `${title}: ${source.series.map((series) => describe(series, show)).join(", ")}.`,
  };
}

/** What is drawn of one step of one series. Undefined is null all the way: a gap, never 0 and never 1. */
export function drawnValue(point: SourcePoint, all: number, show: Show): number | null {
  if (show === "share") return shareOf(point.failures, all);
  if (show === "rate") return shareOf(point.failures, point.calls);
  if (show === "unmapped") return point.unmapped === null ? null : shareOf(point.unmapped, point.failures);
  return point.failures;
}

function stepsOf(
  { starts, series, to, tz, before }: ExploreSource,
  show: Show,
  nowMs: number,
): ExploreStep[] {
  const failuresAt = (index: number) =>
    series.reduce((sum, { points }) => sum + (points[index]?.failures ?? 0), 0);
  const drawn = (one: SourceSeries, index: number) => {
    const [start, point] = [starts[index], one.points[index]];
    // What has not begun yet has not counted nothing: it is not known.
    if (start === undefined || point === undefined || Date.parse(start) > nowMs) return null;
    return drawnValue(point, failuresAt(index), show);
  };
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? to;
    const isOver = Date.parse(end) <= nowMs;
    return {
      ...{ start, end, label: `${stepLabel(start, end, tz)}${isOver ? "" : ", so far"}` },
      failures: failuresAt(index),
      before: before?.[index] ?? null,
      parts: series.map((one) => ({
        ...(one.points[index] ?? { failures: 0, unmapped: null, calls: null }),
        id: one.id,
        value: drawn(one, index),
        lonely: drawn(one, index - 1) === null && drawn(one, index + 1) === null,
      })),
    };
  });
}

/** Stacks draw the unmapped part of a series by itself, hatched over whatever it is. */
function bandsOf(series: readonly SourceSeries[], show: Show): ExploreBand[] {
  return series.flatMap((one, place): ExploreBand[] => {
    const [failures, unmapped] = [one.failures, one.unmapped ?? 0];
    if (show !== "stacked" && show !== "share") return [{ id: one.id, series: one, place, part: "all" }];
    return [
      ...(failures > unmapped ? [{ id: one.id, series: one, place, part: "mapped" as const }] : []),
      ...(unmapped > 0 ? [{ id: `${one.id}_unmapped`, series: one, place, part: "unmapped" as const }] : []),
    ];
  });
}

/** The height of a band at a step: in stacks a part of the part, which keeps the parts' sum. */
export function bandValue({ part, series }: ExploreBand, { parts }: ExploreStep): number | null {
  const point = parts.find(({ id }) => id === series.id);
  if (point === undefined || point.value === null || part === "all") return point?.value ?? null;
  const unmapped = point.failures === 0 ? 0 : (point.value * (point.unmapped ?? 0)) / point.failures;
  return part === "unmapped" ? unmapped : point.value - unmapped;
}

function ticksOf(steps: readonly ExploreStep[], show: Show, isShare: boolean): number[] {
  if (show === "share") return shareTicks(1);
  const values = steps.flatMap(({ parts }) => parts.map(({ value }) => value ?? 0));
  const before = steps.map((step) => step.before ?? 0);
  if (show === "stacked") return countTicks(Math.max(0, ...steps.map(({ failures }) => failures), ...before));
  const highest = Math.max(0, ...values, ...(show === "lines" && steps[0]?.parts.length === 1 ? before : []));
  // A reporter of calls that lags can push a rate beyond one for a step.
  return isShare && highest <= 1 ? shareTicks(highest) : countTicks(highest);
}

const TITLES: Readonly<Record<Show, string>> = {
  stacked: "Failures",
  lines: "Failures",
  share: "Share of the failures",
  rate: "Failure rate",
  unmapped: "Unmapped share",
};

/** `Failures per hour by code`; nothing is by anything where there is one series for all. */
function titleOf(show: Show, { step, series }: ExploreSource, noun: string): string {
  const isAll = series.some(({ kind }) => kind === "all");
  return `${TITLES[show]} ${perStep(step)}${isAll ? "" : ` by ${noun}`}`;
}

function describe({ name, failures, unmapped, calls }: SourceSeries, show: Show): string {
  if (show === "rate") return `${name} ${formatShare(shareOf(failures, calls)) ?? "unknown"}`;
  if (show === "unmapped") return `${name} ${formatShare(shareOf(unmapped ?? 0, failures)) ?? "undefined"}`;
  return `${name} ${formatCount(failures)}`;
}
