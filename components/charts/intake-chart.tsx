"use client";

import { Bar, BarChart, CartesianGrid, ReferenceArea, Tooltip } from "recharts";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, timeAxis, valueAxis } from "./chart-parts";
import { FateMark, INTAKE_LOOKS } from "./intake-look";
import { countLabels } from "./prepare-axis";
import { formatCount } from "./prepare-format";
import type { IntakeStep, IntakeChart as Prepared } from "./prepare-intake";
import { useDragRange } from "./use-drag-range";

type IntakeChartProps = {
  chart: Prepared;
  width: number;
  /** A dragged range, half-open */
  onRange: (from: string, to: string) => void;
};

/** Draws `prepareIntake`: stacked bars, what was not taken on top of what was. */
export function IntakeChart({ chart, width, onRange }: IntakeChartProps) {
  const { area, handlers } = useDragRange(chart.steps, onRange);
  return (
    <BarChart
      width={width}
      height={CHART_HEIGHT}
      data={[...chart.steps]}
      margin={CHART_MARGIN}
      barCategoryGap={width / chart.steps.length < 5 ? 0 : 1}
      className="select-none"
      title={chart.yTitle}
      {...handlers}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {timeAxis(chart.xTicks)}
      {valueAxis(chart.yTicks, countLabels(chart.yTicks))}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--hover)", stroke: "none" }}
        content={({ payload }) => <StepTooltip step={payload?.[0]?.payload} fates={chart.fates} />}
      />
      {chart.fates.map(({ fate }) => (
        <Bar
          key={fate}
          dataKey={fate}
          stackId="items"
          fill={INTAKE_LOOKS[fate].fill}
          stroke={INTAKE_LOOKS[fate].stroke}
          isAnimationActive={false}
        />
      ))}
      {area && <ReferenceArea x1={area.from} x2={area.to} fill="var(--accent)" fillOpacity={0.15} />}
    </BarChart>
  );
}

function StepTooltip({ step, fates }: { step: IntakeStep | undefined; fates: Prepared["fates"] }) {
  if (!step) return null;
  return (
    <TooltipCard title={step.label}>
      {fates.toReversed().map(({ fate }) => (
        <TooltipRow key={fate} name={<FateMark of={fate} />} value={formatCount(step[fate])} />
      ))}
      <div className="mt-1 border-t pt-1">
        <TooltipRow name="items" value={formatCount(step.received)} />
      </div>
    </TooltipCard>
  );
}
