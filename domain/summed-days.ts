import { gapsBetween, type MillisRange } from "./rate-pieces";

/** What is summed up by day: calls, hours of failures that were looked through, recoveries. */
export const SUMMED = ["calls", "hours", "recoveries"] as const;
export type Summed = (typeof SUMMED)[number];

/** A day (UTC) that is summed up, and the hours that anything in it lies within; milliseconds since 1970. */
export type SummedDay = { day: number; from: number; to: number };

const DAY = 86_400_000;

/**
 * Which days answer for a range as a whole, and what is left to be read by its rows. A day that is not over is whole for
 * who asks beyond the last that is in it.
 */
export function splitByDays(
  { from, to }: MillisRange,
  days: readonly SummedDay[],
): { whole: number[]; rest: MillisRange[] } {
  const inside = days.filter(({ day }) => day + DAY > from && day < to);
  const whole = inside.filter((one) => one.from >= from && one.to <= to).map(({ day }) => day);
  return { whole, rest: gapsBetween(whole, from, to) };
}
