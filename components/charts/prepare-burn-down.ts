import type { BurnDownAnswer } from "@/lib/contract/unmapped";
import { type AxisTick, countTicks, stepLabel, timeTicks, zoneLabel } from "./prepare-axis";
import { formatCount } from "./prepare-format";

export type BurnStep = {
  start: string;
  end: string;
  label: string;
  seen: number;
  left: number;
  mapped: number;
};

export type BurnChart = {
  steps: readonly BurnStep[];
  xTicks: readonly AxisTick[];
  yTicks: readonly number[];
  zone: string;
  summary: string;
};

/** Groups left to map, day by day. */
export function prepareBurnDown(answer: BurnDownAnswer, maxTicks: number): BurnChart {
  const steps = answer.days.map(({ from, to, ...counts }) => ({
    ...{ start: from, end: to, label: stepLabel(from, to, answer.tz) },
    ...counts,
  }));
  return {
    steps,
    xTicks: timeTicks(
      steps.map(({ start }) => start),
      answer.tz,
      maxTicks,
    ),
    yTicks: countTicks(Math.max(0, ...steps.map(({ left, seen }) => Math.max(left, seen)))),
    zone: zoneLabel(answer.from, answer.tz),
    summary: summarize(steps),
  };
}

function summarize(steps: readonly BurnStep[]): string {
  const last = steps.at(-1);
  if (!last) return "No days.";
  const most = Math.max(...steps.map(({ left }) => left));
  if (most === 0) return "Nothing was left to map on any of these days.";
  return `${formatCount(last.left)} left now, ${formatCount(most)} at most in these days; ${formatCount(last.mapped)} marked as mapped.`;
}
