import { compareKeys, shareOf } from "./rate-series";

/** Start of the step, failures, calls. Calls that nobody reported are null: the rate is unknown there, not 0. */
export type CallPoint = [start: string, failures: number, calls: number | null];
type Counts = { failures: number; calls: number | null; failure_rate: number | null; points: CallPoint[] };
export type CallSeries = { key: string | null } & Counts;
export type OtherCalls = { keys: number } & Counts;

/** Failures and calls counted in one step, of one key or of all that are not drawn by themselves. */
export type CallCell = {
  key: string | null;
  bucket: number;
  failures: number;
  calls: number;
  is_other: boolean;
  other_keys: number;
};

/** Counted cells as dense series, most failures first. Without grouping there is exactly one. */
export function toCallSeries(
  cells: readonly CallCell[],
  starts: readonly string[],
  grouped: boolean,
): CallSeries[] {
  const own = cells.filter((cell) => !cell.is_other);
  const keys = grouped ? [...new Set(own.map(({ key }) => key))] : [null];
  return keys
    .map((key) => ({
      key,
      ...countsOf(
        own.filter((cell) => cell.key === key),
        starts,
      ),
    }))
    .sort((a, b) => b.failures - a.failures || compareKeys(a.key, b.key));
}

/** The keys that are not drawn by themselves as one dense series; null when there are none. */
export function toOtherCalls(cells: readonly CallCell[], starts: readonly string[]): OtherCalls | null {
  const rest = cells.filter((cell) => cell.is_other);
  const [first] = rest;
  return first === undefined ? null : { keys: first.other_keys, ...countsOf(rest, starts) };
}

/** Both sides of the whole. */
export function totalCalls(series: readonly Pick<Counts, "failures" | "calls">[]) {
  return ratio(
    series.reduce((sum, one) => sum + one.failures, 0),
    series.reduce((sum, one) => sum + (one.calls ?? 0), 0),
  );
}

function countsOf(cells: readonly CallCell[], starts: readonly string[]): Counts {
  const points = starts.map((start): CallPoint => [start, 0, null]);
  for (const { bucket, failures, calls } of cells) {
    const point = points[bucket];
    if (point === undefined) throw new RangeError(`no step ${bucket}`);
    point[1] += failures;
    if (calls > 0) point[2] = (point[2] ?? 0) + calls;
  }
  const [failures, calls] = [1, 2].map((side) =>
    points.reduce((sum, point) => sum + Number(point[side] ?? 0), 0),
  ) as [number, number];
  return { ...ratio(failures, calls), points };
}

/** A combination that reported zero calls did not report calls. */
function ratio(failures: number, calls: number) {
  return { failures, calls: calls === 0 ? null : calls, failure_rate: shareOf(failures, calls) };
}
