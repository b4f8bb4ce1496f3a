"use client";

import { Bar, CartesianGrid, ComposedChart, Line, Tooltip } from "recharts";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, timeAxis, valueAxis } from "./chart-parts";
import { countLabels } from "./prepare-axis";
import type { BurnStep, BurnChart as Prepared } from "./prepare-burn-down";
import { formatCount } from "./prepare-format";

/** Draws `prepareBurnDown`: groups of each day as bars, what is left to map as a line. */
export function BurnDownChart({ chart, width }: { chart: Prepared; width: number }) {
  return (
    <ComposedChart
      width={width}
      height={CHART_HEIGHT}
      data={[...chart.steps]}
      margin={CHART_MARGIN}
      title="Groups left to map"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {timeAxis(chart.xTicks)}
      {valueAxis(chart.yTicks, countLabels(chart.yTicks))}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--hover)", stroke: "none" }}
        content={({ payload }) => <DayTooltip step={payload?.[0]?.payload} />}
      />
      <Bar dataKey="seen" fill="var(--line-strong)" isAnimationActive={false} />
      <Line
        dataKey="left"
        type="stepAfter"
        stroke="var(--ink)"
        strokeWidth={1.75}
        dot={false}
        isAnimationActive={false}
      />
    </ComposedChart>
  );
}

function DayTooltip({ step }: { step: BurnStep | undefined }) {
  if (!step) return null;
  return (
    <TooltipCard title={step.label}>
      <TooltipRow name="left to map" value={formatCount(step.left)} />
      <TooltipRow name="turned up that day" value={formatCount(step.seen)} />
      <TooltipRow name="marked as mapped" value={formatCount(step.mapped)} />
    </TooltipCard>
  );
}
