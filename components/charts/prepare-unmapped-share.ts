import type { RatesAnswer } from "@/lib/contract/rates";
import type { ReleaseItem } from "@/lib/contract/releases";
import { type AxisTick, shareTicks, stepLabel, timeTicks, zoneLabel } from "./prepare-axis";
import { formatCount, formatShare } from "./prepare-format";

export type ShareStep = {
  start: string;
  end: string;
  label: string;
  failures: number;
  unmapped: number;
  /** Null when nothing failed: a gap, never 0 and never 1 */
  share: number | null;
  /** Stands between two gaps, so a line alone would not show it */
  lonely: boolean;
};

export type ReleaseMarker = {
  /** The step it falls into */
  at: string;
  /** Empty when the words of the marker before would be overwritten; the line still stands */
  label: string;
  /** Which end of the label stands at the line, so that it stays within the chart */
  anchor: "start" | "middle" | "end";
  releases: readonly ReleaseItem[];
};

export type ShareChart = {
  steps: readonly ShareStep[];
  markers: readonly ReleaseMarker[];
  target: number;
  targetLabel: string;
  xTicks: readonly AxisTick[];
  yTicks: readonly number[];
  zone: string;
  summary: string;
};

/** Two labels need about this part of the width between them. */
const LABEL_WIDTHS_PER_TICK = 1.25;

export type ShareInput = {
  rates: RatesAnswer;
  releases: readonly ReleaseItem[];
  target: number;
  maxTicks: number;
};

/** The unmapped share over time, numerator and denominator from the same answer, with releases and the target. */
export function prepareUnmappedShare({ rates, releases, target, maxTicks }: ShareInput): ShareChart {
  const steps = shareSteps(rates);
  const markers = releaseMarkers(steps, releases, maxTicks);
  const shares = steps.flatMap(({ share }) => (share === null ? [] : [share]));
  return {
    steps,
    markers,
    target,
    targetLabel: `target ${formatShare(target)}`,
    xTicks: timeTicks(
      steps.map(({ start }) => start),
      rates.tz,
      maxTicks,
    ),
    yTicks: shareTicks(Math.max(target, ...shares)),
    zone: zoneLabel(rates.from, rates.tz),
    summary: summarize(rates),
  };
}

/** Start of each step with its end: the next start, or the end of the range. */
function stepsOf(rates: RatesAnswer): { start: string; end: string }[] {
  const starts = rates.series[0]?.points.map(([start]) => start) ?? [];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? rates.to }));
}

function shareSteps(rates: RatesAnswer): ShareStep[] {
  const sums = stepsOf(rates).map(({ start, end }, index) => {
    const at = (part: 1 | 2) =>
      rates.series.reduce((sum, { points }) => sum + (points[index]?.[part] ?? 0), 0);
    const failures = at(1);
    const unmapped = at(2);
    const label = stepLabel(start, end, rates.tz);
    return { start, end, label, failures, unmapped, share: failures === 0 ? null : unmapped / failures };
  });
  const isGap = (index: number) => (sums[index]?.share ?? null) === null;
  return sums.map((step, index) => ({
    ...step,
    lonely: step.share !== null && isGap(index - 1) && isGap(index + 1),
  }));
}

/** Releases gathered by the step they fall into, oldest first; outside the range they are left out. */
export function releaseMarkers(
  steps: readonly { start: string; end: string }[],
  releases: readonly ReleaseItem[],
  maxTicks: number,
): ReleaseMarker[] {
  const minGap = Math.ceil((steps.length / Math.max(1, maxTicks)) * LABEL_WIDTHS_PER_TICK);
  let labelled = Number.NEGATIVE_INFINITY;
  return steps.flatMap((step, index) => {
    const from = Date.parse(step.start);
    const to = Date.parse(step.end);
    const here = releases.filter(({ released_at }) => {
      const at = Date.parse(released_at);
      return from <= at && at < to;
    });
    const [first] = here;
    if (!first) return [];
    const room = index - labelled >= minGap;
    if (room) labelled = index;
    const names = new Set(here.map(({ release }) => release));
    const words = names.size === 1 ? first.release : `${names.size} releases`;
    const anchor = anchorAt(index / Math.max(1, steps.length - 1));
    return [{ at: step.start, label: room ? shorten(words) : "", anchor, releases: here }];
  });
}

/** `part` of the width, 0 to 1, at which the line stands. */
function anchorAt(part: number): ReleaseMarker["anchor"] {
  if (part < 0.08) return "start";
  return part > 0.92 ? "end" : "middle";
}

const LABEL_CHARACTERS = 14;

function shorten(words: string): string {
  return words.length <= LABEL_CHARACTERS ? words : `${words.slice(0, LABEL_CHARACTERS - 1)}…`;
}

function summarize(rates: RatesAnswer): string {
  const { failures, unmapped, unmapped_share } = rates.totals;
  const share = formatShare(unmapped_share);
  if (share === null) return "Nothing failed, so the unmapped share is undefined.";
  return `${formatCount(unmapped)} of ${formatCount(failures)} failures are unmapped, ${share}.`;
}
