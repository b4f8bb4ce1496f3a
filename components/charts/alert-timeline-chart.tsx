"use client";

import { CartesianGrid, LineChart, ReferenceArea, Tooltip } from "recharts";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, timeAxis, valueAxis } from "./chart-parts";
import { gappedLine, limitLine } from "./line-with-limit";
import type { AlertTimeline, TimelineStep } from "./prepare-alert-timeline";
import { countLabels } from "./prepare-axis";
import { formatShare } from "./prepare-format";

type AlertTimelineChartProps = {
  chart: AlertTimeline;
  width: number;
  share: boolean;
  /** A value with its unit */
  words: (value: number) => string;
  limitWords: string;
};

/** Draws `prepareAlertTimeline`: a line with gaps, the limit dashed, and the times in which the alert fires shaded. */
export function AlertTimelineChart({ chart, width, share, words, limitWords }: AlertTimelineChartProps) {
  const axis = share ? (value: number) => formatShare(value) ?? "" : countLabels(chart.yTicks);
  return (
    <LineChart
      width={width}
      height={CHART_HEIGHT}
      data={[...chart.steps]}
      margin={CHART_MARGIN}
      title="The value against its limit"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {chart.spans.map(({ from, to }) => (
        <ReferenceArea key={from} x1={from} x2={to} fill="var(--danger)" fillOpacity={0.14} />
      ))}
      {timeAxis(chart.xTicks)}
      {valueAxis(chart.yTicks, axis)}
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--control)" }}
        content={({ payload, label }) => (
          <StepTooltip
            step={payload?.[0]?.payload ?? chart.steps.find(({ start }) => start === label)}
            words={words}
          />
        )}
      />
      {limitLine({ y: chart.limit, text: limitWords, color: "var(--danger)" })}
      {gappedLine("value")}
    </LineChart>
  );
}

type TooltipProps = { step: TimelineStep | undefined; words: (value: number) => string };

function StepTooltip({ step, words }: TooltipProps) {
  if (!step) return null;
  return (
    <TooltipCard title={step.label}>
      <TooltipRow name="at most" value={step.value === null ? "nothing known" : words(step.value)} />
    </TooltipCard>
  );
}
