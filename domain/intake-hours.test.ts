import fc from "fast-check";
import { expect, test } from "vitest";
import { splitByHours, uncutPart } from "./intake-hours";

const HOUR = 3_600_000_000;
const SLOT = 300_000_000;

test("whole hours and what is left of them cover the range once, and hours that stand out of it are left", () => {
  const anyHours = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 20 });
  const anyRange = fc.tuple(fc.integer({ min: 0, max: 240 }), fc.integer({ min: 1, max: 240 }));
  fc.assert(
    fc.property(anyHours, anyRange, (hours, [start, length]) => {
      const range = { from: start * SLOT, to: (start + length) * SLOT };
      const starts = hours.toSorted((a, b) => a - b).map((hour) => hour * HOUR);
      const { whole, rest } = splitByHours(range, starts);
      const parts = [...whole, ...rest].toSorted((a, b) => a.from - b.from);
      expect(parts[0]?.from).toBe(range.from);
      expect(parts.at(-1)?.to).toBe(range.to);
      for (const [index, part] of parts.entries()) expect(parts[index + 1]?.from ?? range.to).toBe(part.to);
      const taken = starts.filter((hour) => whole.some(({ from, to }) => hour >= from && hour + HOUR <= to));
      expect(taken).toEqual(starts.filter((hour) => hour >= range.from && hour + HOUR <= range.to));
      expect(whole.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(taken.length * HOUR);
    }),
    { seed: 9, numRuns: 300 },
  );
});

test("hours are read whole where no step cuts them, by quarters in zones that do, and not at all below", () => {
  expect(uncutPart([0, 24 * HOUR])).toBe("hour");
  expect(uncutPart([HOUR / 4, HOUR])).toBe("quarter");
  expect(uncutPart([0, SLOT, HOUR])).toBeNull();
});
