import type { RateSeries } from "@/lib/contract/rates";

export type TopRow = {
  key: string;
  failures: number;
  /** Every failure of it is unmapped */
  unmapped: boolean;
  /** Of the longest bar, 0 to 1 */
  length: number;
};

/** The `count` series with most failures, most first; what has no name is left to the totals. */
export function prepareTop(series: readonly RateSeries[], count: number): TopRow[] {
  const named = series.flatMap(({ key, failures, unmapped }) =>
    key === null || failures === 0 ? [] : [{ key, failures, unmapped: unmapped === failures }],
  );
  const rows = named.toSorted((one, other) => other.failures - one.failures).slice(0, count);
  const longest = rows[0]?.failures ?? 1;
  return rows.map((row) => ({ ...row, length: row.failures / longest }));
}
