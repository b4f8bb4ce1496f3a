import { expect, it } from "vitest";
import { type HourOfFailures, hoursToCount } from "./hours-to-count";
import { addSeconds } from "./instant";

const NOON = "2026-11-15T12:00:00.000000Z";
const counted = (failures: number, changed: number, at: number): HourOfFailures => ({
  hour: NOON,
  failures: 5,
  counted: { failures, changed_at: addSeconds(NOON, changed), counted_at: addSeconds(NOON, at) },
});
const isDue = (hour: HourOfFailures, seconds: number) =>
  hoursToCount([hour], addSeconds(NOON, seconds)).length === 1;

it("is each hour never looked through, newest first", () => {
  const hours = [10, 30, 20].map((minutes) => ({
    ...{ hour: addSeconds(NOON, minutes * 3600), failures: 1, counted: null },
  }));
  expect(hoursToCount(hours, NOON)).toEqual([30, 20, 10].map((n) => addSeconds(NOON, n * 3600)));
});

it("is an hour whose number of failures is another by now", () => {
  expect(isDue(counted(4, 0, 0), 1)).toBe(true);
  expect(isDue(counted(5, 0, 0), 1)).toBe(false);
});

it("is an hour again two and fifteen minutes and a day after its last event, for frames that came late", () => {
  expect(isDue(counted(5, 0, 0), 119)).toBe(false);
  expect(isDue(counted(5, 0, 0), 120)).toBe(true);
  expect(isDue(counted(5, 0, 120), 899)).toBe(false);
  expect(isDue(counted(5, 0, 130), 900)).toBe(true);
  expect(isDue(counted(5, 0, 900), 89_999)).toBe(false);
  expect(isDue(counted(5, 0, 900), 90_000)).toBe(true);
  expect(isDue(counted(5, 0, 90_000), 9_000_000)).toBe(false);
});
