import fc from "fast-check";
import { expect, test } from "vitest";
import { addSeconds } from "./instant";
import { nextProbeAt } from "./probe-schedule";

const now = "2026-11-29T10:00:00.000000Z";
const at = (seconds: number) => addSeconds(now, seconds);

test.each([
  [1, 30],
  [2, 120],
  [3, 600],
  [6, 10_800],
  [7, 21_600],
  [40, 21_600],
])("after try %i it waits %i s", (tries, seconds) => {
  expect(nextProbeAt({ safe_after: at(-1), deadline_at: at(86_400) }, tries, now)).toBe(at(seconds));
});

test("it asks when an absence becomes final, and at the deadline", () => {
  expect(nextProbeAt({ safe_after: at(100), deadline_at: at(86_400) }, 2, now)).toBe(at(100));
  expect(nextProbeAt({ safe_after: at(-1), deadline_at: at(50) }, 7, now)).toBe(at(50));
});

test("past the deadline it asks once an hour", () => {
  expect(nextProbeAt({ safe_after: at(-9), deadline_at: at(0) }, 3, now)).toBe(at(3_600));
  expect(nextProbeAt({ safe_after: at(9), deadline_at: at(0) }, 3, now)).toBe(at(9));
});

test("it is always later, and never more than six hours", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e6, max: 1e6 }),
      fc.integer({ min: -1e6, max: 1e6 }),
      fc.nat(100),
      (safe, due, tries) => {
        const next = nextProbeAt({ safe_after: at(safe), deadline_at: at(due) }, tries, now);
        expect(next > now && next <= at(21_600)).toBe(true);
      },
    ),
  );
});
