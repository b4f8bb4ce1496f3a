import { createRandom } from "./random";
import { RELEASES } from "./scenario";

/** Times of the simulation are microseconds since 1970, as `Instant.micros`. */
export const SECOND = 1_000_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** All that a simulation depends on: the same plan is the same history, and the same future. */
export type DemoPlan = {
  seed: string;
  started_at: number;
  /** Where history ends and live begins. */
  live_from: number;
};

/** 31 days, so that its two ends always lie in different months. */
export const HISTORY_DAYS = 31;

export function makePlan(seed: string, nowMicros: number): DemoPlan {
  const live_from = Math.floor(nowMicros / MINUTE) * MINUTE;
  return { seed, started_at: live_from - HISTORY_DAYS * DAY, live_from };
}

/** Index of the release that runs at a time. */
export function releaseAt(plan: DemoPlan, at: number): number {
  const days = (at - plan.started_at) / DAY;
  return Math.max(
    0,
    RELEASES.findLastIndex((release) => release.day <= days),
  );
}

const FIRST_RATE = 6;
const LAST_RATE = 36;
const LIVE_RATE = 120;
const RAMP = 4 * HOUR;

/**
 * Failing episodes an hour: grows sixfold over the month as more conversations go through the agent, follows
 * day and week, and rises in the last four hours to the live rate, at which something happens twice a minute.
 */
export function episodesPerHour(plan: DemoPlan, at: number): number {
  if (at >= plan.live_from) return LIVE_RATE;
  const grown = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** ((at - plan.started_at) / (HISTORY_DAYS * DAY));
  const hourOfDay = (at % DAY) / HOUR;
  const daily = 1 + 0.55 * Math.cos(((hourOfDay - 15) / 12) * Math.PI);
  const weekend = [0, 6].includes(new Date(at / 1000).getUTCDay()) ? 0.6 : 1;
  const hour = Math.floor(at / HOUR);
  const noise = 0.75 + createRandom(`${plan.seed} hour ${hour}`).next() / 2;
  const ramp = Math.max(0, 1 - (plan.live_from - at) / RAMP);
  return grown * daily * weekend * noise * (1 - ramp) + LIVE_RATE * ramp;
}
