import type { RateSeries } from "@/lib/contract/rates";
import { prepareShareSpark } from "./prepare-share-spark";

const WIDTH = 160;
const HEIGHT = 24;
const PAD = 2;

/** Draws `prepareShareSpark`: a line with gaps, and the target dashed. Decoration: the numbers stand beside it. */
export function ShareSpark({ points, target }: { points: RateSeries["points"]; target: number }) {
  const spark = prepareShareSpark(points, target);
  const x = (part: number) => PAD + part * (WIDTH - 2 * PAD);
  const y = (part: number) => HEIGHT - PAD - part * (HEIGHT - 2 * PAD);
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block h-6 w-40 text-ink">
      <line
        {...{ x1: 0, x2: WIDTH, y1: y(spark.target), y2: y(spark.target) }}
        className="stroke-ok"
        strokeDasharray="3 3"
      />
      {spark.lines.map((line) =>
        line.length === 1 && line[0] ? (
          <circle key={line[0][0]} cx={x(line[0][0])} cy={y(line[0][1])} r={1.5} fill="currentColor" />
        ) : (
          <polyline
            key={line[0]?.[0]}
            points={line.map(([at, share]) => `${x(at)},${y(share)}`).join(" ")}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
          />
        ),
      )}
    </svg>
  );
}
