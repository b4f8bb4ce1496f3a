import type { TimeMark, TimesAxis } from "./prepare-times";

const percent = (place: number) => `${place * 100}%`;

/** Median as a dot, p90 and p99 as strokes on one line. Decoration: the numbers stand beside it. */
export function TimeMarks({ mark: { p50, p90, p99 }, axis }: { mark: TimeMark; axis: TimesAxis }) {
  return (
    <svg aria-hidden className="block h-5 w-full overflow-visible">
      {axis.ticks.map(({ label, at }) => (
        <line key={label} x1={percent(at)} x2={percent(at)} y1="0" y2="20" className="stroke-line" />
      ))}
      {p50 !== null && p99 !== null && (
        <line
          x1={percent(p50)}
          x2={percent(p99)}
          y1="10"
          y2="10"
          strokeWidth="2"
          className="stroke-control"
        />
      )}
      {[p90, p99].map(
        (at, index) =>
          at !== null && (
            <line
              key={index === 0 ? "p90" : "p99"}
              x1={percent(at)}
              x2={percent(at)}
              y1={index === 0 ? 4 : 6}
              y2={index === 0 ? 16 : 14}
              strokeWidth="2"
              className="stroke-muted"
            />
          ),
      )}
      {p50 !== null && <circle cx={percent(p50)} cy="10" r="4.5" className="fill-accent" />}
    </svg>
  );
}

/** The labels under the lines; what would touch its neighbour is left out. */
export function TimeAxisLabels({ axis }: { axis: TimesAxis }) {
  return (
    <svg aria-hidden className="block h-4 w-full overflow-visible text-xs">
      {axis.ticks.map(({ label, at }) => (
        <text
          key={label}
          x={percent(at)}
          y="12"
          textAnchor={at === 0 ? "start" : at === 1 ? "end" : "middle"}
          className="fill-faint"
        >
          {label}
        </text>
      ))}
    </svg>
  );
}
