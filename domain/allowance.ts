/**
 * What may still be sent within a limit a minute (a token bucket): it fills evenly, up to a minute's worth, and may
 * go into debt, because what a request costs is known only after it was let in.
 */
export type Allowance = {
  per_minute: number;
  left: number;
  /** When `left` was true, in milliseconds of any steady clock. */
  at: number;
};

/** More than any process takes: who gives a key this much gives it no limit. */
export const ITEMS_PER_MINUTE_MOST = 10_000_000;

/** A full one. */
export function fullAllowance(per_minute: number, now: number): Allowance {
  return { per_minute, left: per_minute, at: now };
}

/** Brings it up to now, under the limit that holds now: what was spent under another stays spent. */
export function refill(allowance: Allowance, per_minute: number, now: number): void {
  const grown = allowance.left + (Math.max(0, now - allowance.at) * per_minute) / 60_000;
  allowance.left = Math.min(per_minute, grown);
  allowance.per_minute = per_minute;
  allowance.at = Math.max(allowance.at, now);
}

/** Sums of parts fall short of the whole by less than this; who waited as long as told must be let in. */
const TINY = 1e-6;

/** Whole items that are left; none while in debt. */
export function itemsLeft({ left }: Allowance): number {
  return Math.max(0, Math.floor(left + TINY));
}

/** Whole seconds until a whole item is there; 0 when one is. */
export function secondsUntilAnything(allowance: Allowance): number {
  return itemsLeft(allowance) > 0 ? 0 : Math.ceil(((1 - allowance.left) * 60) / allowance.per_minute - TINY);
}

/** Whole seconds until nothing of it is spent. */
export function secondsUntilFull({ left, per_minute }: Allowance): number {
  return Math.ceil(((per_minute - left) * 60) / per_minute);
}
