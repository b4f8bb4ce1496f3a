import { expect, test } from "vitest";
import { prepareTimeMark, prepareTimesAxis } from "./prepare-times";

const none = { count: 0, p50: null, p90: null, p99: null };

test("the axis reaches from the tick below the fastest to the tick above the slowest", () => {
  const axis = prepareTimesAxis([{ count: 3, p50: 70, p90: 900, p99: 4_000 }, none]);
  expect(axis.ticks.map(({ label }) => label)).toEqual(["1 min", "10 min", "1 h", "6 h"]);
  expect(axis.ticks[0]?.at).toBe(0);
  expect(axis.ticks.at(-1)?.at).toBe(1);
});

test("equal factors are equal distances", () => {
  const { place } = prepareTimesAxis([{ count: 2, p50: 60, p90: 600, p99: 6_000 }]);
  expect(place(600) - place(60)).toBeCloseTo(place(6_000) - place(600));
});

test("what nothing ended in has no mark, and an axis all the same", () => {
  const axis = prepareTimesAxis([none]);
  expect(prepareTimeMark(none, axis)).toEqual({ p50: null, p90: null, p99: null });
  expect(axis.ticks.every(({ at }) => Number.isFinite(at))).toBe(true);
});

test("times all equal stay on the axis, also beyond its last tick", () => {
  for (const seconds of [0, 60, 2_592_000, 9_999_999]) {
    const times = { count: 1, p50: seconds, p90: seconds, p99: seconds };
    const { p50 } = prepareTimeMark(times, prepareTimesAxis([times]));
    expect(p50).toBeGreaterThanOrEqual(0);
    expect(p50).toBeLessThanOrEqual(1);
  }
});
