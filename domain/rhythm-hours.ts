import { offsetIn } from "./steps";

const HOUR_MILLIS = 3_600_000;
export const HOURS_OF_WEEK = 168;
/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const MONDAY_SHIFT_HOURS = 3 * 24;

/** Whole hours since 1970. */
export type Hour = number;
/** Failures or calls by hour, ascending, hours without any left out. */
export type HourCounts = readonly (readonly [hour: Hour, count: number])[];
/** 0 is Monday from midnight to one, on the wall clock of a zone. */
export type HourOfWeek = (hour: Hour) => number;

/** The hour of week of each hour in a zone; remembers what it was asked, so make one for each run over many codes. */
export function hourOfWeekIn(zone: string): HourOfWeek {
  const offset = offsetIn(zone);
  const known = new Map<Hour, number>();
  return (hour) => {
    const found = known.get(hour);
    if (found !== undefined) return found;
    const wall = Math.floor((hour * HOUR_MILLIS + offset(hour * HOUR_MILLIS)) / HOUR_MILLIS);
    const of = (((wall + MONDAY_SHIFT_HOURS) % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK;
    known.set(hour, of);
    return of;
  };
}

export const hourOf = (millis: number): Hour => Math.floor(millis / HOUR_MILLIS);

/** The sum of what lies in [from, to). */
export function sumBetween(counts: HourCounts, from: Hour, to: Hour): number {
  let sum = 0;
  for (const [hour, count] of counts) if (hour >= from && hour < to) sum += count;
  return sum;
}
