import { prepareSpark } from "./prepare-spark";

const HEIGHT = 20;

type SparkBarsProps = { points: readonly (readonly [taken: number, refused: number])[] };

/** Draws `prepareSpark`. Decoration: the numbers stand beside it. */
export function SparkBars({ points }: SparkBarsProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 96 ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-5 w-24 text-control"
    >
      <line x1="0" x2="96" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line-strong" />
      {prepareSpark(points).map(({ x, width, taken, refused }) => {
        const shared = { x: x * 96, width: Math.max(0.75, width * 96 - 0.5) };
        const top = HEIGHT - 1 - taken * (HEIGHT - 1);
        return (
          <g key={x}>
            <rect {...shared} y={top} height={taken * (HEIGHT - 1)} fill="currentColor" />
            <rect
              {...shared}
              y={Math.max(0, top - refused * (HEIGHT - 1))}
              height={refused * (HEIGHT - 1)}
              className="fill-danger"
            />
          </g>
        );
      })}
    </svg>
  );
}
