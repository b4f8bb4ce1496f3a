type Row = { case_id: string };

export type HeldRows<T> = {
  /** What is drawn: the order of what was read, with the newest content */
  rows: readonly { item: T; gone: boolean }[];
  /** How many cases wait to be shown */
  arrivals: number;
};

/**
 * New rows announce themselves and do not move what is being read (EXPERIENCE "Everywhere"): keeps `shown` in its
 * order, renews what `fresh` still has, marks what left this view and counts what came. When more pages follow, rows
 * missing at the very end were only pushed out of the last page by arrivals, and have not left.
 */
export function holdRows<T extends Row>(
  shown: readonly T[],
  fresh: readonly T[],
  hasMore: boolean,
): HeldRows<T> {
  const known = new Set(shown.map((row) => row.case_id));
  const newest = new Map(fresh.map((row) => [row.case_id, row]));
  const arrivals = fresh.filter((row) => !known.has(row.case_id)).length;
  const lastKept = shown.findLastIndex((row) => newest.has(row.case_id));
  const pushedOut = hasMore ? Math.min(arrivals, shown.length - 1 - lastKept) : 0;
  const rows = shown.map((row, index) => {
    const item = newest.get(row.case_id);
    return { item: item ?? row, gone: item === undefined && index < shown.length - pushedOut };
  });
  return { rows, arrivals };
}
