import { expect, test } from "vitest";
import { gapBetween } from "./run-gaps";

const start = Date.parse("2026-11-30T08:00:00.000Z");
const at = (turn: number | null, seconds: number) => ({
  turn,
  occurred_at: new Date(start + seconds * 1_000).toISOString(),
});

test.each([
  [at(1, 0), at(2, 1), null],
  [at(1, 0), at(3, 0), "one turn without a failure"],
  [at(1, 0), at(9, 42), "7 turns without a failure · 42 s later"],
  [at(null, 0), at(9, 180), "3 min later"],
  [at(4, 0), at(4, 7_200), "2 h later"],
  [at(4, 0), at(4, 3 * 86_400), "3 d later"],
  [at(4, 60), at(5, 0), null],
])("between %o and %o: %s", (before, after, words) => {
  expect(gapBetween(before, after)).toBe(words);
});
