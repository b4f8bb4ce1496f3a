const QUARTER = 900_000;
/** What is shorter is as fast by the minute. */
const WHOLE_LEAST = 2 * 3_600_000;

/** A range of whole slots; milliseconds since 1970. */
export type SlotRange = { start: number; end: number; seconds: 60 | 900 };

/** What the readings at the end of each slot in (from, end] look back on: each as far as `start` lies before `from`. */
export type WindowRange = SlotRange & { from: number };

/**
 * The range in parts that are read by the minute and by the quarter hour. Of quarters that lie within every window it does
 * not matter in which minute something happened; of a day's window that is nearly all.
 */
export function stretchesOf({ start, from, end, seconds }: WindowRange): SlotRange[] {
  const range = { start, end, seconds };
  if (seconds === 900) return [range];
  const window = from - start;
  const first = Math.ceil((end - window) / QUARTER) * QUARTER;
  const last = Math.floor(from / QUARTER) * QUARTER;
  if (last - first < WHOLE_LEAST) return [range];
  const parts: SlotRange[] = [
    { start, end: first, seconds: 60 },
    { start: first, end: last, seconds: 900 },
    { start: last, end, seconds: 60 },
  ];
  return parts.filter((part) => part.start < part.end);
}
