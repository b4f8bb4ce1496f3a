import { microsOf } from "./instant";

const DAY_MICROS = 86_400 * 1e6;

/**
 * How old, in whole days, what comes in may be: as old as things are kept. After the retention was raised it grows into
 * it day by day: what was dropped was counted, and a repeat of it would count twice.
 */
export function acceptedAge(retention_days: number, dropped_until: string | null, now: string): number {
  if (dropped_until === null) return retention_days;
  const days = Math.floor((microsOf(now) - microsOf(dropped_until)) / DAY_MICROS);
  return Math.max(0, Math.min(retention_days, days));
}
