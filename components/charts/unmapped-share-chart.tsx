"use client";

import { CartesianGrid, Line, LineChart, ReferenceArea, ReferenceLine, Tooltip } from "recharts";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, timeAxis, valueAxis } from "./chart-parts";
import { formatCount, formatShare } from "./prepare-format";
import type { ShareChart, ShareStep } from "./prepare-unmapped-share";
import { releaseLines } from "./release-lines";
import { useDragRange } from "./use-drag-range";

type UnmappedShareChartProps = {
  chart: ShareChart;
  width: number;
  onRange: (from: string, to: string) => void;
};

/** Words over lines keep a rim of the ground, so that they stay readable. */
const rim = { stroke: "var(--ground)", strokeWidth: 4, paintOrder: "stroke" } as const;

/** Draws `prepareUnmappedShare`: a line with gaps, a vertical line for each release, a dashed one for the target. */
export function UnmappedShareChart({ chart, width, onRange }: UnmappedShareChartProps) {
  const { area, handlers } = useDragRange(chart.steps, onRange);
  return (
    <LineChart
      width={width}
      height={CHART_HEIGHT}
      data={[...chart.steps]}
      margin={CHART_MARGIN}
      className="select-none"
      title="Unmapped share of failures"
      {...handlers}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {timeAxis(chart.xTicks)}
      {valueAxis(chart.yTicks, (share) => formatShare(share) ?? "")}
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--control)" }}
        content={({ payload, label }) => (
          <ShareTooltip step={payload?.[0]?.payload ?? chart.steps.find(({ start }) => start === label)} />
        )}
      />
      {releaseLines(chart.markers)}
      <ReferenceLine
        y={chart.target}
        stroke="var(--ok)"
        strokeDasharray="4 4"
        label={<TargetLabel text={chart.targetLabel} />}
      />
      <Line
        dataKey="share"
        stroke="var(--ink)"
        strokeWidth={1.75}
        connectNulls={false}
        dot={LonelyDot}
        activeDot={{ r: 3.5, fill: "var(--ink)", stroke: "var(--ground)" }}
        isAnimationActive={false}
      />
      {area && <ReferenceArea x1={area.from} x2={area.to} fill="var(--accent)" fillOpacity={0.15} />}
    </LineChart>
  );
}

/** Recharts hands the box of the line to the element that is its label. */
type LabelProps = { text: string; viewBox?: { x: number; y: number } };

function TargetLabel({ text, viewBox }: LabelProps) {
  if (!viewBox) return null;
  return (
    <text x={viewBox.x + 4} y={viewBox.y - 5} fontSize={11} fill="var(--ok)" {...rim}>
      {text}
    </text>
  );
}

type DotProps = { cx?: number; cy?: number; index?: number; payload?: ShareStep };

function LonelyDot({ cx, cy, index, payload }: DotProps) {
  if (!payload?.lonely || cx === undefined || cy === undefined) return <g key={index} />;
  return <circle key={index} cx={cx} cy={cy} r={2} fill="var(--ink)" />;
}

function ShareTooltip({ step }: { step: ShareStep | undefined }) {
  if (!step) return null;
  return (
    <TooltipCard title={step.label}>
      <TooltipRow name="unmapped share" value={formatShare(step.share) ?? "undefined: nothing failed"} />
      <TooltipRow name="unmapped" value={formatCount(step.unmapped)} />
      <TooltipRow name="failures" value={formatCount(step.failures)} />
    </TooltipCard>
  );
}
