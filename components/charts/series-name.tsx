import { ClassMark } from "@/components/marks/class-mark";
import { EVENT_CLASSES } from "@/domain/event-class";
import type { SourceSeries } from "./explore-source";
import { lookOf } from "./series-look";

/** A series as it is drawn and called: a class by its own sign, everything else by its swatch and name. */
export function SeriesName({ series, place }: { series: SourceSeries; place: number }) {
  const known = EVENT_CLASSES.find((each) => each === series.key);
  if (known) return <ClassMark of={known} />;
  const { color, faded } = lookOf({ series, place });
  const isPlain = series.kind !== "value";
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5 align-middle">
      <svg aria-hidden viewBox="0 0 14 10" className="h-2.5 w-3.5 shrink-0">
        <line
          x1="0"
          x2="14"
          y1="5"
          y2="5"
          stroke={color}
          strokeWidth="6"
          strokeDasharray={series.kind === "other" ? "2 2" : faded ? "5 2" : undefined}
        />
      </svg>
      {isPlain ? <span>{series.name}</span> : <code className="truncate">{series.name}</code>}
    </span>
  );
}
