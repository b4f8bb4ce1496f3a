import { expect, test } from "vitest";
import { describeGaveUp, describeReading, sayAttempts, sayPoints, surenessOf } from "./recovery-words";

test("differences carry their sign and how sure they are", () => {
  expect(sayAttempts({ difference: -3, interval: { low: -4, high: -2 } })).toBe("-3 (-4 to -2)");
  expect(sayAttempts({ difference: 0, interval: null })).toBe("0");
  expect(sayPoints({ difference: 0.125, interval: { low: -0.01, high: 0.3 } })).toBe(
    "+12.5 points (-1 to +30)",
  );
});

test("only an interval that leaves out zero says fewer or more", () => {
  expect(surenessOf({ difference: -1, interval: { low: -2, high: -0.1 } })).toBe("fewer");
  expect(surenessOf({ difference: 1, interval: { low: 0.2, high: 2 } })).toBe("more");
  expect(surenessOf({ difference: -1, interval: { low: -2, high: 0 } })).toBeNull();
  expect(surenessOf({ difference: -1, interval: null })).toBeNull();
  expect(surenessOf(null)).toBeNull();
});

test("what has no value says why", () => {
  expect(describeGaveUp(null, 4, null)).toContain("Unknown");
  expect(describeGaveUp(0, 0, 0)).toContain("Undefined");
  expect(describeGaveUp(2, 10, 1)).toBe("2 of 10 episodes, 1 escalated");
});

test("a cut reading says how far it reached", () => {
  const read = { rows: 200_000, from: "2026-11-01T00:00:00.000000Z", whole: false };
  expect(describeReading({ read, known_from: "reported" })).toContain("newest 200,000 recoveries");
  expect(describeReading({ read: { ...read, whole: true }, known_from: "reported" })).toBeNull();
});
