"use client";

import { Bar, CartesianGrid, ComposedChart, Line, ReferenceArea, Tooltip } from "recharts";
import { CHART_MARGIN, timeAxis, valueAxis } from "./chart-parts";
import { ExploreTooltip } from "./explore-tooltip";
import {
  bandValue,
  type ExploreBand,
  type ExploreStep,
  type ExploreChart as Prepared,
} from "./prepare-explore";
import type { ReleaseMarker } from "./prepare-unmapped-share";
import { releaseLines } from "./release-lines";
import { lookOf, type SeriesLook } from "./series-look";
import { type Press, usePress } from "./use-press";

type ExploreChartProps = {
  chart: Prepared;
  markers: readonly ReleaseMarker[];
  width: number;
  height: number;
  /** A dragged range, half-open */
  onRange: (from: string, to: string) => void;
  /** A band or point was chosen: this series at this step */
  onOpen: (seriesId: string, step: ExploreStep) => void;
};

/** Draws `prepareExplore`: stacks with their unmapped part hatched, or lines with gaps. */
export function ExploreChart({ chart, markers, width, height, onRange, onOpen }: ExploreChartProps) {
  const { area, handlers, press } = usePress(chart.steps, onRange, onOpen);
  const isStack = chart.show === "stacked" || chart.show === "share";
  const drawsBefore = chart.show === "stacked" || (chart.show === "lines" && chart.series.length === 1);
  return (
    <ComposedChart
      width={width}
      height={height}
      data={[...chart.steps]}
      margin={CHART_MARGIN}
      barCategoryGap={barGap(width / chart.steps.length)}
      className="select-none"
      title={chart.title}
      {...handlers}
    >
      <defs>
        {chart.bands
          .filter(({ part }) => part === "unmapped")
          .map((band) => (
            <Hatch key={band.id} id={band.id} look={lookOf(band)} />
          ))}
      </defs>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      {timeAxis(chart.xTicks)}
      {valueAxis(chart.yTicks, chart.yLabel)}
      <Tooltip
        isAnimationActive={false}
        cursor={isStack ? { fill: "var(--hover)", stroke: "none" } : { stroke: "var(--control)" }}
        content={({ payload, label }) => (
          <ExploreTooltip
            chart={chart}
            step={payload?.[0]?.payload ?? chart.steps.find(({ start }) => start === label)}
          />
        )}
      />
      {releaseLines(markers)}
      {isStack ? stackBands(chart.bands, press) : lineBands(chart.bands, press)}
      {drawsBefore && chart.steps[0]?.before !== null && beforeLine()}
      {area && <ReferenceArea x1={area.from} x2={area.to} fill="var(--accent)" fillOpacity={0.15} />}
    </ComposedChart>
  );
}

function stackBands(bands: readonly ExploreBand[], press: Press) {
  return bands.map((band) => {
    const { color, faded } = lookOf(band);
    return (
      <Bar
        key={band.id}
        dataKey={(step: ExploreStep) => bandValue(band, step) ?? 0}
        name={band.id}
        stackId="all"
        fill={band.part === "unmapped" ? `url(#hatch-${band.id})` : color}
        fillOpacity={faded ? 0.55 : 1}
        isAnimationActive={false}
        cursor="pointer"
        onMouseDown={({ payload }: { payload?: ExploreStep }) => payload && press(band.series.id, payload)}
      />
    );
  });
}

function lineBands(bands: readonly ExploreBand[], press: Press) {
  return bands.map((band) => {
    const { color, faded } = lookOf(band);
    const dot = { color, id: band.series.id, press };
    return (
      <Line
        key={band.id}
        dataKey={(step: ExploreStep) => bandValue(band, step)}
        name={band.id}
        stroke={color}
        strokeWidth={1.75}
        strokeDasharray={band.series.kind === "other" ? "2 3" : faded ? "6 3" : undefined}
        connectNulls={false}
        dot={<LonelyDot {...dot} />}
        activeDot={<ActiveDot {...dot} />}
        isAnimationActive={false}
      />
    );
  });
}

function beforeLine() {
  return (
    <Line
      dataKey="before"
      className="pointer-events-none"
      name="before"
      stroke="var(--ink)"
      strokeWidth={1.5}
      strokeDasharray="3 3"
      dot={false}
      activeDot={false}
      isAnimationActive={false}
    />
  );
}

type DotProps = { color: string; id: string; press: Press; cx?: number; cy?: number; payload?: ExploreStep };

/** A point that no line would show. */
function LonelyDot({ color, id, cx, cy, payload }: DotProps) {
  const part = payload?.parts.find((one) => one.id === id);
  if (!part?.lonely || part.value === null || cx === undefined || cy === undefined) return null;
  return <circle cx={cx} cy={cy} r={2} fill={color} />;
}

/** The point under the pointer, with room around it to be hit. */
function ActiveDot({ color, id, press, cx, cy, payload }: DotProps) {
  if (cx === undefined || cy === undefined || !payload) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table twin has the same links for keyboards
    <g className="cursor-pointer" onMouseDown={() => press(id, payload)}>
      <circle cx={cx} cy={cy} r={9} fill="transparent" />
      <circle cx={cx} cy={cy} r={3.5} fill={color} stroke="var(--ground)" />
    </g>
  );
}

/** Pixels between bars; bars too thin to be told apart stand close, so that they read as one shape. */
function barGap(stepPx: number): number {
  if (stepPx < 5) return 0;
  return stepPx < 12 ? 0.5 : 1;
}

function Hatch({ id, look: { color } }: { id: string; look: SeriesLook }) {
  return (
    <pattern
      id={`hatch-${id}`}
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
