/** Half-open, microseconds since 1970. */
export type MicrosRange = { from: number; to: number };

const HOUR = 3_600_000_000;
const QUARTER = HOUR / 4;

/** Which parts of a range whole hours (their starts, in order) answer, and which are left to the five minutes. */
export function splitByHours(
  range: MicrosRange,
  hours: readonly number[],
): { whole: MicrosRange[]; rest: MicrosRange[] } {
  const whole: MicrosRange[] = [];
  for (const hour of hours) {
    if (hour < range.from || hour + HOUR > range.to) continue;
    const last = whole.at(-1);
    if (last?.to === hour) last.to = hour + HOUR;
    else whole.push({ from: hour, to: hour + HOUR });
  }
  return { whole, rest: gapsBetween(range, whole) };
}

function gapsBetween({ from, to }: MicrosRange, parts: readonly MicrosRange[]): MicrosRange[] {
  const starts = [from, ...parts.map((part) => part.to)];
  return starts
    .map((start, index) => ({ from: start, to: parts[index]?.from ?? to }))
    .filter((gap) => gap.from < gap.to);
}

/** The coarsest part of an hour that no boundary (microseconds) cuts; null for less than a quarter. */
export function uncutPart(boundaries: readonly number[]): "hour" | "quarter" | null {
  const on = (size: number) => boundaries.every((boundary) => boundary % size === 0);
  if (on(HOUR)) return "hour";
  return on(QUARTER) ? "quarter" : null;
}
