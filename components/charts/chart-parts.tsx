import type { ReactNode } from "react";
import { XAxis, YAxis } from "recharts";
import type { AxisTick } from "./prepare-axis";

export const CHART_HEIGHT = 224;
export const TALL_CHART_HEIGHT = 320;
/** On the right there is room for half of a label that stands at the very end. */
export const CHART_MARGIN = { top: 20, right: 24, bottom: 0, left: 0 };

const tickText = { fill: "var(--muted)", fontSize: 12 };
const line = { stroke: "var(--line-strong)" };

/** The axis of time: prepared ticks and labels, nothing else. A function, because Recharts looks at its children. */
export function timeAxis(ticks: readonly AxisTick[]) {
  const labels = new Map(ticks.map(({ value, label }) => [value, label]));
  return (
    <XAxis
      dataKey="start"
      ticks={ticks.map(({ value }) => value)}
      tickFormatter={(value: string) => labels.get(value) ?? ""}
      interval={0}
      tick={tickText}
      tickLine={line}
      axisLine={line}
      height={24}
    />
  );
}

/** The axis of values from 0 to the last prepared tick. */
export function valueAxis(ticks: readonly number[], format: (value: number) => string) {
  return (
    <YAxis
      ticks={[...ticks]}
      domain={[0, ticks.at(-1) ?? 1]}
      tickFormatter={format}
      tick={tickText}
      tickLine={false}
      axisLine={false}
      width={48}
    />
  );
}

/** What hovers over a step. */
export function TooltipCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-40 rounded-md bg-raised p-2 text-xs shadow-float">
      <p className="pb-1 font-medium">{title}</p>
      {children}
    </div>
  );
}

/** A name and its number within a tooltip. */
export function TooltipRow({ name, value }: { name: ReactNode; value: ReactNode }) {
  return (
    <p className="flex items-center justify-between gap-4">
      <span>{name}</span>
      <span className="font-medium">{value}</span>
    </p>
  );
}
