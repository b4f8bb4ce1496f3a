"use client";

import { CartesianGrid, Line, LineChart, Tooltip, XAxis } from "recharts";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, valueAxis } from "./chart-parts";
import type { AttemptCurve, AttemptPoint, AttemptsChart as Prepared } from "./prepare-attempts";
import { formatShare } from "./prepare-format";

type Look = AttemptCurve["look"];

/** Told apart by dashes as well as by tone; before is what fades. */
const LINES: Readonly<Record<Look, { stroke: string; strokeDasharray?: string; strokeWidth: number }>> = {
  all: { stroke: "var(--ink)", strokeWidth: 1.75 },
  before: { stroke: "var(--control)", strokeDasharray: "5 4", strokeWidth: 1.75 },
  after: { stroke: "var(--accent)", strokeWidth: 2 },
};

/** Draws `prepareAttempts`: the share that took at most so many attempts, as steps. */
export function AttemptsChart({ chart, width }: { chart: Prepared; width: number }) {
  return (
    <LineChart
      width={width}
      height={CHART_HEIGHT}
      data={[...chart.points]}
      margin={CHART_MARGIN}
      title="Share of episodes by attempts"
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="attempts"
        domain={[1, Math.max(2, chart.xTicks.at(-1) ?? 2)]}
        ticks={[...chart.xTicks]}
        interval={0}
        tick={{ fill: "var(--muted)", fontSize: 12 }}
        tickLine={{ stroke: "var(--line-strong)" }}
        axisLine={{ stroke: "var(--line-strong)" }}
        height={24}
      />
      {valueAxis(chart.yTicks, (share) => formatShare(share) ?? "")}
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--control)" }}
        content={({ payload }) => <PointTooltip point={payload?.[0]?.payload} chart={chart} />}
      />
      {chart.curves.map(({ name, look }) => (
        <Line
          key={look}
          type="stepAfter"
          dataKey={look}
          name={name}
          {...LINES[look]}
          dot={chart.points.length === 1 ? { r: 3 } : false}
          isAnimationActive={false}
        />
      ))}
    </LineChart>
  );
}

/** A piece of the curve's line, for a legend or a column's head. */
export function AttemptSwatch({ look }: { look: Look }) {
  return (
    <svg aria-hidden viewBox="0 0 18 8" className="inline-block h-2 w-4.5 shrink-0">
      <line x1="0" x2="18" y1="4" y2="4" {...LINES[look]} />
    </svg>
  );
}

function PointTooltip({ point, chart }: { point: AttemptPoint | undefined; chart: Prepared }) {
  if (!point) return null;
  return (
    <TooltipCard title={point.attempts === 1 ? "1 attempt" : `At most ${point.attempts} attempts`}>
      {chart.curves.map(({ name, look }) => (
        <TooltipRow key={look} name={name} value={formatShare(point[look] ?? null) ?? "–"} />
      ))}
    </TooltipCard>
  );
}
