"use client";

import { CartesianGrid, LineChart, ReferenceArea, Tooltip } from "recharts";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, timeAxis, valueAxis } from "./chart-parts";
import { gappedLine, limitLine } from "./line-with-limit";
import { formatCount, formatShare } from "./prepare-format";
import type { ShareChart, ShareStep } from "./prepare-unmapped-share";
import { releaseLines } from "./release-lines";
import { useDragRange } from "./use-drag-range";

type UnmappedShareChartProps = {
  chart: ShareChart;
  width: number;
  onRange: (from: string, to: string) => void;
};

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
      {limitLine({ y: chart.target, text: chart.targetLabel, color: "var(--ok)" })}
      {gappedLine("share")}
      {area && <ReferenceArea x1={area.from} x2={area.to} fill="var(--accent)" fillOpacity={0.15} />}
    </LineChart>
  );
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
