import { TZDate } from "@date-fns/tz";
import { format } from "date-fns";
import type { AlertPreview } from "@/lib/contract/alerts";
import { type AxisTick, countTicks, shareTicks, stepLabel, timeTicks, zoneLabel } from "./prepare-axis";

export type TimelineStep = {
  start: string;
  label: string;
  /** The highest value in the step; null where nothing is known: a gap, never 0 */
  value: number | null;
  /** Stands between two gaps, so a line alone would not show it */
  lonely: boolean;
};

export type AlertTimeline = {
  steps: readonly TimelineStep[];
  /** Steps in which the alert fires, from the start of the first to the start of the one after the last */
  spans: readonly { from: string; to: string }[];
  limit: number;
  xTicks: readonly AxisTick[];
  yTicks: readonly number[];
  zone: string;
};

export type TimelineInput = {
  preview: Pick<AlertPreview, "points" | "firings" | "limit" | "to">;
  /** Whether values are shares, 0 to 1, rather than numbers */
  share: boolean;
  zone: string;
  maxTicks: number;
};

/** What an alert measured against its limit, and when it fires; values between two gaps are marked. */
export function prepareAlertTimeline({ preview, share, zone, maxTicks }: TimelineInput): AlertTimeline {
  const { points, firings, limit, to } = preview;
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const top = Math.max(limit, ...known);
  const starts = points.map(({ at }) => at);
  return {
    steps: points.map(({ at, value }, index) => ({
      start: at,
      label: stepLabel(at, starts[index + 1] ?? to, zone),
      value,
      lonely: value !== null && isGap(points, index - 1) && isGap(points, index + 1),
    })),
    spans: spansOf(starts, firings),
    limit,
    xTicks: dayTicks(starts, zone, maxTicks),
    yTicks: share ? shareTicks(top) : countTicks(top),
    zone: zoneLabel(starts[0] ?? to, zone),
  };
}

/** The first step of each local day, evenly thinned out: the steps of a month fall on no round times of their own. */
function dayTicks(starts: readonly string[], zone: string, max: number): AxisTick[] {
  const days = new Map<string, AxisTick>();
  for (const value of starts) {
    const label = format(new TZDate(value, zone), "d MMM");
    if (!days.has(label)) days.set(label, { value, label });
  }
  // The first day is cut off, so its first step is not where it begins.
  const whole = [...days.values()].slice(1);
  if (whole.length < 2) return timeTicks(starts, zone, max);
  const every = Math.ceil(whole.length / Math.max(1, max));
  return whole.filter((_, index) => index % every === 0);
}

function isGap(points: AlertPreview["points"], index: number): boolean {
  return (points[index]?.value ?? null) === null;
}

/** Firings as whole steps, for a chart has room for no less; those that touch are one. */
function spansOf(starts: readonly string[], firings: AlertPreview["firings"]): AlertTimeline["spans"] {
  const times = starts.map((start) => Date.parse(start));
  const stepOf = (ms: number) =>
    Math.max(
      0,
      times.findLastIndex((start) => start <= ms),
    );
  const last = starts.length - 1;
  const ranges = firings
    .map(({ fired_at, resolved_at }) => ({
      from: stepOf(Date.parse(fired_at)),
      to: resolved_at === null ? last : Math.min(last, stepOf(Date.parse(resolved_at)) + 1),
    }))
    .sort((one, other) => one.from - other.from);
  const spans: { from: number; to: number }[] = [];
  for (const range of ranges) {
    const before = spans.at(-1);
    if (before !== undefined && range.from <= before.to) before.to = Math.max(before.to, range.to);
    else spans.push({ ...range });
  }
  return spans.flatMap(({ from, to }) => {
    const [start, end] = [starts[Math.max(0, Math.min(from, to - 1))], starts[to]];
    return start === undefined || end === undefined ? [] : [{ from: start, to: end }];
  });
}
