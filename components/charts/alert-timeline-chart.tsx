"use client";

import { CartesianGrid, Line, LineChart, ReferenceArea, ReferenceLine, Tooltip } from "recharts";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, timeAxis, valueAxis } from "./chart-parts";
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
      <ReferenceLine
        y={chart.limit}
        stroke="var(--danger)"
        strokeDasharray="4 4"
        label={<LimitLabel text={limitWords} />}
      />
      <Line
        dataKey="value"
        stroke="var(--ink)"
        strokeWidth={1.75}
        connectNulls={false}
        dot={LonelyDot}
        activeDot={{ r: 3.5, fill: "var(--ink)", stroke: "var(--ground)" }}
        isAnimationActive={false}
      />
    </LineChart>
  );
}

/** Words over lines keep a rim of the ground, so that they stay readable. */
const rim = { stroke: "var(--ground)", strokeWidth: 4, paintOrder: "stroke" } as const;

/** Recharts hands the box of the line to the element that is its label. */
function LimitLabel({ text, viewBox }: { text: string; viewBox?: { x: number; y: number } }) {
  if (!viewBox) return null;
  return (
    <text x={viewBox.x + 4} y={viewBox.y - 5} fontSize={11} fill="var(--danger)" {...rim}>
      {text}
    </text>
  );
}

type DotProps = { cx?: number; cy?: number; index?: number; payload?: TimelineStep };

function LonelyDot({ cx, cy, index, payload }: DotProps) {
  if (!payload?.lonely || cx === undefined || cy === undefined) return <g key={index} />;
  return <circle key={index} cx={cx} cy={cy} r={2} fill="var(--ink)" />;
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
