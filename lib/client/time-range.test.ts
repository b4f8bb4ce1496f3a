import { expect, test } from "vitest";
import { chooseStep, fromLocalInput, RANGE_MS, RANGES, resolveRange, toLocalInput } from "./time-range";

const NOW = Date.parse("2026-11-15T12:00:00Z");

test("each named range has a step that a chart can show", () => {
  const steps = RANGES.map((range) => chooseStep(NOW - RANGE_MS[range], NOW, NOW));
  expect(steps).toEqual(["1m", "1m", "5m", "15m", "1h", "6h", "1d", "1d"]);
});

test("minutes older than seven days are asked by the quarter, for the rollups hold no more", () => {
  const monthAgo = NOW - RANGE_MS["30d"];
  expect(chooseStep(monthAgo, monthAgo + RANGE_MS["1h"], NOW)).toBe("15m");
});

test("a custom range needs both ends in order", () => {
  const from = "2026-11-01T00:00:00.000Z";
  const to = "2026-11-02T00:00:00.000Z";
  expect(resolveRange({ range: "1h", from, to }, NOW)).toEqual({ from, to, step: "15m" });
  expect(resolveRange({ range: "1h", from: to, to: from }, NOW).from).toBe("2026-11-15T11:00:00.000Z");
  expect(resolveRange({ range: "1h", from, to: "soon" }, NOW).from).toBe("2026-11-15T11:00:00.000Z");
});

test("what is typed is read in the person's zone", () => {
  expect(fromLocalInput("2026-07-01T09:30", "America/New_York")).toBe("2026-07-01T13:30:00.000Z");
  expect(toLocalInput("2026-07-01T13:30:00Z", "America/New_York")).toBe("2026-07-01T09:30");
  expect(fromLocalInput("yesterday", "UTC")).toBeNull();
});
