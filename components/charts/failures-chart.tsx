"use client";

import { Bar, BarChart, CartesianGrid, ReferenceArea, Tooltip } from "recharts";
import { CLASS_LOOKS } from "@/components/marks/class-look";
import { ClassMark } from "@/components/marks/class-mark";
import { UnmappedMark } from "@/components/marks/unmapped-mark";
import { CHART_HEIGHT, CHART_MARGIN, TooltipCard, TooltipRow, timeAxis, valueAxis } from "./chart-parts";
import { countLabels } from "./prepare-axis";
import type { Band, FailureStep, FailuresChart as Prepared } from "./prepare-failures";
import { formatCount } from "./prepare-format";
import { useDragRange } from "./use-drag-range";

type FailuresChartProps = {
  chart: Prepared;
  width: number;
  /** A dragged range, half-open */
  onRange: (from: string, to: string) => void;
};

/** Draws `prepareFailures`: stacked bars, the unmapped part of a class hatched. */
export function FailuresChart({ chart, width, onRange }: FailuresChartProps) {
  const { area, handlers } = useDragRange(chart.steps, onRange);
  return (
    <BarChart
      width={width}
      height={CHART_HEIGHT}
      data={[...chart.steps]}
      margin={CHART_MARGIN}
      barCategoryGap={barGap(width / chart.steps.length)}
      className="select-none"
      title={chart.yTitle}
      {...handlers}
    >
      <defs>
        {chart.bands
          .filter(({ unmapped }) => unmapped)
          .map((band) => (
            <Hatch key={band.id} band={band} />
          ))}
      </defs>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {timeAxis(chart.xTicks)}
      {valueAxis(chart.yTicks, countLabels(chart.yTicks))}
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: "var(--hover)", stroke: "none" }}
        content={({ payload }) => <StepTooltip step={payload?.[0]?.payload} />}
      />
      {chart.bands.map((band) => (
        <Bar
          key={band.id}
          dataKey={(step: FailureStep) => step.bands[band.id] ?? 0}
          name={band.id}
          stackId="failures"
          fill={band.unmapped ? `url(#hatch-${band.id})` : CLASS_LOOKS[band.class].color}
          isAnimationActive={false}
        />
      ))}
      {area && <ReferenceArea x1={area.from} x2={area.to} fill="var(--accent)" fillOpacity={0.15} />}
    </BarChart>
  );
}

/** Pixels between bars; bars too thin to be told apart stand close, so that they read as one shape. */
function barGap(stepPx: number): number {
  if (stepPx < 5) return 0;
  return stepPx < 12 ? 0.5 : 1;
}

function Hatch({ band }: { band: Band }) {
  const { color } = CLASS_LOOKS[band.class];
  return (
    <pattern
      id={`hatch-${band.id}`}
      width="5"
      height="5"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="5" height="5" fill={color} fillOpacity="0.2" />
      <rect width="1.5" height="5" fill={color} />
    </pattern>
  );
}

function StepTooltip({ step }: { step: FailureStep | undefined }) {
  if (!step) return null;
  return (
    <TooltipCard title={step.label}>
      {step.classes
        .filter(({ failures }) => failures > 0)
        .toReversed()
        .map(({ class: errorClass, failures }) => (
          <TooltipRow key={errorClass} name={<ClassMark of={errorClass} />} value={formatCount(failures)} />
        ))}
      <div className="mt-1 border-t pt-1">
        <TooltipRow name="failures" value={formatCount(step.failures)} />
        <TooltipRow name={<UnmappedMark />} value={formatCount(step.unmapped)} />
      </div>
    </TooltipCard>
  );
}
