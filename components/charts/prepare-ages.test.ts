import { expect, test } from "vitest";
import { prepareAges } from "./prepare-ages";

const NOW = Date.parse("2026-11-15T12:00:00Z");

test("each case is in one age, and a case from the next minute is young, not lost", () => {
  const bars = prepareAges(
    [
      "2026-11-15T12:00:30Z",
      "2026-11-15T11:30:00Z",
      "2026-11-15T11:00:00Z",
      "2026-11-14T12:00:00Z",
      "2026-01-01T00:00:00Z",
    ],
    NOW,
  );
  expect(bars.map(({ count }) => count)).toEqual([2, 1, 0, 1, 1]);
  expect(bars.map(({ length }) => length)).toEqual([1, 0.5, 0, 0.5, 0.5]);
});
