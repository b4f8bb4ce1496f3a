const HOUR_MS = 3_600_000;

const AGES: readonly { key: string; label: string; upTo_ms: number }[] = [
  { key: "1h", label: "under 1 h", upTo_ms: HOUR_MS },
  { key: "6h", label: "1–6 h", upTo_ms: 6 * HOUR_MS },
  { key: "24h", label: "6–24 h", upTo_ms: 24 * HOUR_MS },
  { key: "7d", label: "1–7 days", upTo_ms: 168 * HOUR_MS },
  { key: "older", label: "over 7 days", upTo_ms: Number.POSITIVE_INFINITY },
];

export type AgeBar = {
  key: string;
  label: string;
  count: number;
  /** Of the longest bar, 0 to 1 */
  length: number;
};

/** Cases by how long they have been open, youngest first; every age is listed, also those without a case. */
export function prepareAges(openedAt: readonly string[], nowMs: number): AgeBar[] {
  const ages = openedAt.map((iso) => nowMs - Date.parse(iso));
  const bars = AGES.map(({ key, label, upTo_ms }, index) => {
    const from_ms = AGES[index - 1]?.upTo_ms ?? Number.NEGATIVE_INFINITY;
    return { key, label, count: ages.filter((age) => from_ms <= age && age < upTo_ms).length };
  });
  const longest = Math.max(1, ...bars.map(({ count }) => count));
  return bars.map((bar) => ({ ...bar, length: bar.count / longest }));
}
