/** Start of the step, failures, unmapped among them. */
export type RatePoint = [start: string, failures: number, unmapped: number];
type Counts = { failures: number; unmapped: number; points: RatePoint[] };
export type RateSeries = { key: string | null } & Counts;
/** Everything beyond the first series, in one: of how many keys it is the sum. */
export type OtherSeries = { keys: number } & Counts;
export type RateCell = {
  key: string | null;
  bucket: number;
  failures: number;
  unmapped: number;
  /** Counts for a key that is not drawn by itself. */
  is_other?: boolean;
  /** How many keys those are, in all of the answer. */
  other_keys?: number;
};

/**
 * Counted cells as dense series, most failures first and by key among equals. `starts` are the starts of the
 * steps. Without grouping there is exactly one series, also when nothing failed.
 */
export function toRateSeries(
  cells: readonly RateCell[],
  starts: readonly string[],
  grouped: boolean,
): RateSeries[] {
  const byKey = new Map<string | null, RateSeries>();
  if (!grouped) byKey.set(null, emptySeries(null, starts));
  for (const cell of cells) {
    if (cell.is_other === true) continue;
    const series = byKey.get(cell.key) ?? emptySeries(cell.key, starts);
    byKey.set(cell.key, series);
    addCell(series, cell);
  }
  return [...byKey.values()].sort((a, b) => b.failures - a.failures || compareKeys(a.key, b.key));
}

/** The keys that are not drawn by themselves as one dense series; null when there are none. */
export function toOtherSeries(cells: readonly RateCell[], starts: readonly string[]): OtherSeries | null {
  const rest = cells.filter((cell) => cell.is_other === true);
  if (rest.length === 0) return null;
  const other = { keys: rest[0]?.other_keys ?? 0, ...emptyCounts(starts) };
  for (const cell of rest) addCell(other, cell);
  return other;
}

/** No keys and no failures: stands beside what is beyond the drawn keys in another period only. */
export const emptyOther = (starts: readonly string[]): OtherSeries => ({ keys: 0, ...emptyCounts(starts) });

/** The series of these keys, in this order, whether or not anything failed under them. */
export function inOrderOf(
  keys: readonly (string | null)[],
  series: readonly RateSeries[],
  starts: readonly string[],
): RateSeries[] {
  return keys.map((key) => series.find((one) => one.key === key) ?? emptySeries(key, starts));
}

/** The totals of all series; the share is null, never 0, when nothing failed. */
export function totalsOf(series: readonly Pick<Counts, "failures" | "unmapped">[]): {
  failures: number;
  unmapped: number;
  unmapped_share: number | null;
} {
  const failures = series.reduce((sum, one) => sum + one.failures, 0);
  const unmapped = series.reduce((sum, one) => sum + one.unmapped, 0);
  return { failures, unmapped, unmapped_share: shareOf(unmapped, failures) };
}

/** A share of something; null, never 0 and never 1, when there is nothing to have a share of, or nobody knows. */
export function shareOf(part: number, whole: number | null): number | null {
  return whole === null || whole === 0 ? null : part / whole;
}

function addCell(counts: Counts, cell: RateCell): void {
  counts.failures += cell.failures;
  counts.unmapped += cell.unmapped;
  const point = counts.points[cell.bucket];
  if (point === undefined) throw new RangeError(`no step ${cell.bucket}`);
  point[1] += cell.failures;
  point[2] += cell.unmapped;
}

const emptyCounts = (starts: readonly string[]): Counts => ({
  failures: 0,
  unmapped: 0,
  points: starts.map((start) => [start, 0, 0]),
});

const emptySeries = (key: string | null, starts: readonly string[]): RateSeries => ({
  key,
  ...emptyCounts(starts),
});

/** "Not reported" stands last among equals. */
export function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
