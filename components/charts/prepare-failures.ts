import { EVENT_CLASSES, type EventClass } from "@/domain/event-class";
import type { RatesAnswer } from "@/lib/contract/rates";
import { type AxisTick, countTicks, stepLabel, timeTicks, zoneLabel } from "./prepare-axis";
import { formatCount, perStep } from "./prepare-format";

/** One band of the stack: a class, and whether it is the part of it that is unmapped. */
export type Band = { id: string; class: EventClass; unmapped: boolean };

export type FailureStep = {
  start: string;
  end: string;
  label: string;
  failures: number;
  unmapped: number;
  /** By band id; zeros included */
  bands: Record<string, number>;
  /** Failures by class, for the words beside the chart */
  classes: readonly { class: EventClass; failures: number; unmapped: number }[];
};

export type FailuresChart = {
  /** Bottom to top; the order of the classes never changes */
  bands: readonly Band[];
  classes: readonly { class: EventClass; failures: number }[];
  hasUnmapped: boolean;
  steps: readonly FailureStep[];
  xTicks: readonly AxisTick[];
  yTicks: readonly number[];
  yTitle: string;
  zone: string;
  summary: string;
};

function bandId(errorClass: EventClass, unmapped: boolean): string {
  return unmapped ? `${errorClass}_unmapped` : errorClass;
}

/** Series by class in the fixed order; keys that are no class are counted as unclassified. */
function byClass(rates: RatesAnswer) {
  const known = new Set<string>(EVENT_CLASSES);
  return EVENT_CLASSES.map((errorClass) => {
    const series = rates.series.filter(
      ({ key }) => key === errorClass || (errorClass === "unclassified" && !known.has(key ?? "")),
    );
    const failures = series.reduce((sum, each) => sum + each.failures, 0);
    const unmapped = series.reduce((sum, each) => sum + each.unmapped, 0);
    return { class: errorClass, series, failures, unmapped };
  }).filter(({ failures }) => failures > 0);
}

/** Start of each step with its end: the next start, or the end of the range. */
export function stepsOf(rates: RatesAnswer): { start: string; end: string }[] {
  const starts = rates.series[0]?.points.map(([start]) => start) ?? [];
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? rates.to }));
}

/** Failures over time, stacked by class, the unmapped part of each apart; `maxTicks` is what the width can hold. */
export function prepareFailures(rates: RatesAnswer, maxTicks: number): FailuresChart {
  const classes = byClass(rates);
  const steps = stepsOf(rates).map(({ start, end }, index): FailureStep => {
    const parts = classes.map((each) => ({
      class: each.class,
      failures: each.series.reduce((sum, { points }) => sum + (points[index]?.[1] ?? 0), 0),
      unmapped: each.series.reduce((sum, { points }) => sum + (points[index]?.[2] ?? 0), 0),
    }));
    return {
      start,
      end,
      label: stepLabel(start, end, rates.tz),
      failures: parts.reduce((sum, part) => sum + part.failures, 0),
      unmapped: parts.reduce((sum, part) => sum + part.unmapped, 0),
      bands: Object.fromEntries(
        parts.flatMap((part) => [
          [bandId(part.class, false), part.failures - part.unmapped],
          [bandId(part.class, true), part.unmapped],
        ]),
      ),
      classes: parts,
    };
  });
  return {
    bands: classes.flatMap(({ class: errorClass, failures, unmapped }) => [
      ...(failures > unmapped ? [band(errorClass, false)] : []),
      ...(unmapped > 0 ? [band(errorClass, true)] : []),
    ]),
    classes: classes.map(({ class: errorClass, failures }) => ({ class: errorClass, failures })),
    hasUnmapped: classes.some(({ unmapped }) => unmapped > 0),
    steps,
    xTicks: timeTicks(
      steps.map(({ start }) => start),
      rates.tz,
      maxTicks,
    ),
    yTicks: countTicks(Math.max(0, ...steps.map(({ failures }) => failures))),
    yTitle: `Failures ${perStep(rates.step)}`,
    zone: zoneLabel(rates.from, rates.tz),
    summary: summarize(rates, classes),
  };
}

function band(errorClass: EventClass, unmapped: boolean): Band {
  return { id: bandId(errorClass, unmapped), class: errorClass, unmapped };
}

function summarize(rates: RatesAnswer, classes: readonly { class: EventClass; failures: number }[]): string {
  const parts = classes.map(({ class: errorClass, failures }) => `${errorClass} ${formatCount(failures)}`);
  return `${formatCount(rates.totals.failures)} failures ${perStep(rates.step)} by class: ${parts.join(", ")}.`;
}
