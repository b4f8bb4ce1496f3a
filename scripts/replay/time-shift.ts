import { instantFromMicros, parseInstant } from "@/domain/instant";

const DAY_SECONDS = 86_400;
const MICROS = 1_000_000;

/**
 * The shift, in seconds, that brings `newest` as close to `now` as whole days allow, and never beyond it.
 * Whole days: a minute of calls stays a whole minute, the hour of the day keeps its meaning, and what shared
 * a day (UTC) still shares one. Weekdays move, unless the gap happens to be whole weeks: a shift by weeks
 * would have left the newest up to six days short of now. Negative when the data lies in the future.
 */
export function wholeDayShift(newest: string, now: string): number {
  const [from, to] = [parseInstant(newest), parseInstant(now)];
  if (!from || !to) throw new RangeError(`not an RFC 3339 instant: ${from ? now : newest}`);
  return Math.floor((to.micros - from.micros) / (DAY_SECONDS * MICROS)) * DAY_SECONDS;
}

/** The time moved by whole seconds, all six digits kept; text that is no instant comes back as it was. */
export function shiftTime(text: string, shiftSeconds: number): string {
  const instant = parseInstant(text);
  return instant ? instantFromMicros(instant.micros + shiftSeconds * MICROS).iso : text;
}

const UUID_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i;

/** When a version 7 UUID says it was made, as RFC 3339; null for every other id. */
export function timeOfUuid7(id: string): string | null {
  const match = UUID_7.exec(id);
  if (!match) return null;
  return instantFromMicros(Number.parseInt(`${match[1]}${match[2]}`, 16) * 1000).iso;
}
