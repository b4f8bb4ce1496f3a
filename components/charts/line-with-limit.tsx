import { Line, ReferenceLine } from "recharts";

/** Words over lines keep a rim of the ground, so that they stay readable. */
const rim = { stroke: "var(--ground)", strokeWidth: 4, paintOrder: "stroke" } as const;

/** Recharts hands the box of the line to the element that is its label. */
function LimitLabel({ text, color, viewBox }: LimitWords & { viewBox?: { x: number; y: number } }) {
  if (!viewBox) return null;
  return (
    <text x={viewBox.x + 4} y={viewBox.y - 5} fontSize={11} fill={color} {...rim}>
      {text}
    </text>
  );
}

type LimitWords = { text: string; color: string };

/** A dashed line at a value, with its words over it. Called as a function: Recharts looks for its own elements. */
export function limitLine({ y, text, color }: LimitWords & { y: number }) {
  return (
    <ReferenceLine
      y={y}
      stroke={color}
      strokeDasharray="4 4"
      label={<LimitLabel text={text} color={color} />}
    />
  );
}

type DotProps = { cx?: number; cy?: number; index?: number; payload?: { lonely: boolean } };

/** A value between two gaps has no line to show it. */
function LonelyDot({ cx, cy, index, payload }: DotProps) {
  if (!payload?.lonely || cx === undefined || cy === undefined) return <g key={index} />;
  return <circle key={index} cx={cx} cy={cy} r={2} fill="var(--ink)" />;
}

/** The line of one value with its gaps. Called as a function, as above. */
export function gappedLine(dataKey: string) {
  return (
    <Line
      dataKey={dataKey}
      stroke="var(--ink)"
      strokeWidth={1.75}
      connectNulls={false}
      dot={LonelyDot}
      activeDot={{ r: 3.5, fill: "var(--ink)", stroke: "var(--ground)" }}
      isAnimationActive={false}
    />
  );
}
