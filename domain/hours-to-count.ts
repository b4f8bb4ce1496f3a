import { addSeconds, compareInstants } from "./instant";

/** An hour with failures by the rollups, and what was counted when its events were last looked through. */
export type HourOfFailures = {
  hour: string;
  failures: number;
  counted: { failures: number; changed_at: string; counted_at: string } | null;
};

/**
 * After its last event an hour is looked through again after so many seconds: frames mostly follow their event at once,
 * and belong to it for a day (CONTRACT "Frames").
 */
const AGAIN_AFTER_SECONDS = [120, 900, 25 * 3600];

/** The hours whose events have to be looked through now, newest first. */
export function hoursToCount(hours: readonly HourOfFailures[], now: string): string[] {
  return hours
    .filter((hour) => isDue(hour, now))
    .map(({ hour }) => hour)
    .sort((a, b) => compareInstants(b, a));
}

function isDue({ failures, counted }: HourOfFailures, now: string): boolean {
  if (counted === null || counted.failures !== failures) return true;
  return AGAIN_AFTER_SECONDS.some((seconds) => {
    const at = addSeconds(counted.changed_at, seconds);
    return compareInstants(counted.counted_at, at) < 0 && compareInstants(at, now) <= 0;
  });
}
