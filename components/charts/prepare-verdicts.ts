import { VERDICTS, type Verdict } from "@/domain/verdict";

type Counts = Readonly<Record<Verdict, number>> & { total: number };

export type VerdictSegment = {
  verdict: Verdict;
  count: number /** Of the longest bar, 0 to 1 */;
  start: number;
  length: number;
};

/** Each tool's verdicts side by side in one order that never changes, on one scale for all. */
export function prepareVerdicts<T extends Counts>(
  tools: readonly T[],
): (T & { segments: VerdictSegment[] })[] {
  const longest = Math.max(1, ...tools.map(({ total }) => total));
  return tools.map((tool) => {
    let start = 0;
    const segments = VERDICTS.map((verdict) => {
      const segment = { verdict, count: tool[verdict], start, length: tool[verdict] / longest };
      start += segment.length;
      return segment;
    });
    return { ...tool, segments: segments.filter(({ count }) => count > 0) };
  });
}
