import { expect } from "vitest";

const TIMES_LONGER = 8;
/** Of what takes time by the square of its length, the long one takes 64 times as long as the short one. */
const TIMES_AT_MOST = 32;
const TRIES = 10;

/**
 * What takes `length` takes time in proportion to it: the time for one is held against that for an eighth of it. It is
 * the processor's time and the least of several tries, so that neither is longer for what else the machine does.
 */
export function expectInProportion(take: (length: number) => void, length: number, what = ""): void {
  const short = Math.ceil(length / TIMES_LONGER);
  const least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  take(short);
  for (let tries = 0; tries < TRIES; tries += 1) {
    least.short = Math.min(
      least.short,
      microsOf(() => take(short)),
    );
    least.long = Math.min(
      least.long,
      microsOf(() => take(length)),
    );
    if (least.long <= TIMES_AT_MOST * least.short) return;
  }
  expect.fail(`${what} took ${least.long} µs for ${length}, and ${least.short} µs for ${short}`);
}

function microsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  // No less than what can be told apart.
  return Math.max(user + system, 100);
}
