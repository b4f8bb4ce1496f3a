import type { RateSeries } from "@/lib/contract/rates";

/** So many are shown one by one; the rest is one row that says how many it is. */
export const SHOWN = 12;

/** Most unmapped first; releases as they came, the newest first, since that is what a team asks for. */
export function sortForShare(
  series: readonly RateSeries[],
  by: "service" | "tool" | "release",
): RateSeries[] {
  if (by !== "release") return [...series].sort((a, b) => b.unmapped - a.unmapped || b.failures - a.failures);
  return [...series].sort((a, b) => firstStep(b) - firstStep(a) || (b.key ?? "").localeCompare(a.key ?? ""));
}

const firstStep = ({ points }: RateSeries) => points.findIndex(([, failures]) => failures > 0);

/** What is not shown one by one, as one series; null where all is. */
export function othersOf(series: readonly RateSeries[]): { count: number; series: RateSeries } | null {
  const rest = series.slice(SHOWN);
  const [first] = rest;
  if (first === undefined) return null;
  const points = first.points.map(([at], index): RateSeries["points"][number] => [
    at,
    rest.reduce((sum, one) => sum + (one.points[index]?.[1] ?? 0), 0),
    rest.reduce((sum, one) => sum + (one.points[index]?.[2] ?? 0), 0),
  ]);
  const failures = rest.reduce((sum, one) => sum + one.failures, 0);
  const unmapped = rest.reduce((sum, one) => sum + one.unmapped, 0);
  return { count: rest.length, series: { key: null, failures, unmapped, points } };
}
