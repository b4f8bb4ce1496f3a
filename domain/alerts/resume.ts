import { afterGap, newStanding, type Standing } from "./evaluate";

const MINUTE = 60_000;
/** What happens in a minute is reported a little later; so long after its end it is evaluated. */
const GRACE_MILLIS = 20_000;
/** An evaluation that was late by less is made up for minute by minute. After longer it goes on with the present. */
const MADE_UP_MILLIS = 60 * MINUTE;
/** A clock that goes back by less is waited for. */
export const CLOCK_MILLIS = 10 * MINUTE;

/** The end of the newest minute that is evaluated at this time; milliseconds since 1970. */
export function minuteToEvaluate(now: number): number {
  return Math.floor((now - GRACE_MILLIS) / MINUTE) * MINUTE;
}

/**
 * From where an alert's evaluation goes on up to `minute`, and where it stands there. After a long absence, and when the
 * clock went back, only the present counts: nobody wants to be told now of what was over yesterday.
 */
export function resume(
  was: { standing: Standing; evaluated_to: number | null },
  minute: number,
): { from: number; standing: Standing } {
  const { standing, evaluated_to } = was;
  const before = minute - MINUTE;
  if (evaluated_to === null) return { from: before, standing: newStanding(Math.min(standing.since, minute)) };
  const isFollowed = evaluated_to <= minute && minute - evaluated_to <= MADE_UP_MILLIS;
  return isFollowed
    ? { from: evaluated_to, standing }
    : { from: before, standing: afterGap(standing, before) };
}

/**
 * When a change is said to have been that the reading of a minute made. The first minute that is evaluated began before the
 * alert was made or changed; a firing that began before the one that the change ended would lie over it.
 */
export function saidAt(minute: number, was: { standing: Standing; evaluated_to: number | null }): number {
  const { since } = was.standing;
  const isFirst = was.evaluated_to === null;
  return isFirst && since > minute && since - minute < CLOCK_MILLIS ? since : minute;
}
