import fc from "fast-check";
import { expect, test } from "vitest";
import { piecesOf } from "./rate-pieces";
import { stepBoundaries } from "./steps";

const QUARTER = 900_000;
const DAY = 96 * QUARTER;
const FIRST = Date.parse("2026-10-20T00:00:00Z");

const question = fc.record({
  zone: fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"),
  step: fc.constantFrom("6h" as const, "1d" as const),
  from: fc.integer({ min: 0, max: 20 * 96 }),
  quarters: fc.integer({ min: 1, max: 12 * 96 }),
  days: fc.uniqueArray(fc.integer({ min: -2, max: 40 }), { maxLength: 40 }),
});

test("days and hours together answer each quarter hour of the range once, in its own step", () => {
  const property = fc.property(question, ({ zone, step, from, quarters, days }) => {
    const boundaries = stepBoundaries(
      FIRST + from * QUARTER,
      FIRST + (from + quarters) * QUARTER,
      step,
      zone,
    );
    const rolled = days.sort((a, b) => a - b).map((day) => FIRST + day * DAY);
    const { pieces, rest } = piecesOf(boundaries, rolled);
    const answered = [
      ...pieces.flatMap(({ day, low, high, bucket }) =>
        spread(day + low * QUARTER, day + high * QUARTER, bucket),
      ),
      ...rest.flatMap((range) => spread(range.from, range.to, null)),
    ].sort(([a], [b]) => a - b);
    const [start = 0, end = 0] = [boundaries[0], boundaries.at(-1)];
    expect(answered.map(([at]) => at)).toEqual(spread(start, end, null).map(([at]) => at));
    for (const [at, bucket] of answered)
      if (bucket !== null)
        expect((boundaries[bucket] ?? end) <= at && at < (boundaries[bucket + 1] ?? 0)).toBe(true);
    for (const range of rest)
      expect(rolled.some((day) => range.from < day + DAY && day < range.to)).toBe(false);
  });
  fc.assert(property, { numRuns: 60, seed: 112 });
});

test("steps off the quarter hour are left to the hours", () => {
  const [from, to] = [FIRST + 60_000, FIRST + DAY + 60_000];
  expect(piecesOf([from, to], [FIRST])).toEqual({ pieces: [], rest: [{ from, to }] });
});

function spread(from: number, to: number, bucket: number | null): [number, number | null][] {
  return Array.from({ length: (to - from) / QUARTER }, (_, at) => [from + at * QUARTER, bucket]);
}
