import { CLASS_LOOKS } from "@/components/marks/class-look";
import { EVENT_CLASSES } from "@/domain/event-class";
import type { SourceSeries } from "./explore-source";

/** How a series is drawn. `faded` tells the second round of colours from the first: paler bars, broken lines. */
export type SeriesLook = { color: string; faded: boolean };

const ROUND = 6;

/** The look of a series at its place. Classes wear their own hues wherever they stand; the rest has one of its own. */
export function lookOf({ series, place }: { series: SourceSeries; place: number }): SeriesLook {
  if (series.kind === "other") return { color: "var(--series-other)", faded: false };
  const known = EVENT_CLASSES.find((each) => each === series.key);
  if (known) return { color: CLASS_LOOKS[known].color, faded: false };
  return { color: `var(--series-${(place % ROUND) + 1})`, faded: place >= ROUND };
}
