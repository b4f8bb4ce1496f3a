/** Start of the step, failures, unmapped among them. */
export type RatePoint = [start: string, failures: number, unmapped: number];
export type RateSeries = { key: string | null; failures: number; unmapped: number; points: RatePoint[] };
export type RateCell = { key: string | null; bucket: number; failures: number; unmapped: number };

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
    const series = byKey.get(cell.key) ?? emptySeries(cell.key, starts);
    byKey.set(cell.key, series);
    series.failures += cell.failures;
    series.unmapped += cell.unmapped;
    const point = series.points[cell.bucket];
    if (point === undefined) throw new RangeError(`no step ${cell.bucket}`);
    point[1] += cell.failures;
    point[2] += cell.unmapped;
  }
  return [...byKey.values()].sort((a, b) => b.failures - a.failures || compareKeys(a.key, b.key));
}

/** The totals of all series; the share is null, never 0, when nothing failed. */
export function totalsOf(series: readonly RateSeries[]): {
  failures: number;
  unmapped: number;
  unmapped_share: number | null;
} {
  const failures = series.reduce((sum, one) => sum + one.failures, 0);
  const unmapped = series.reduce((sum, one) => sum + one.unmapped, 0);
  return { failures, unmapped, unmapped_share: failures === 0 ? null : unmapped / failures };
}

const emptySeries = (key: string | null, starts: readonly string[]): RateSeries => ({
  key,
  failures: 0,
  unmapped: 0,
  points: starts.map((start) => [start, 0, 0]),
});

/** "Not reported" stands last among equals. */
function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
