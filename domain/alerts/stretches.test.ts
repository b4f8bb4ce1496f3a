import fc from "fast-check";
import { expect, it } from "vitest";
import { readCounted, type Slot } from "./counted";
import { stretchesOf } from "./stretches";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse("2026-11-30T12:00:00Z");

it("reads a day's window by quarters, but for what only some windows hold", () => {
  const from = NOON + 7 * MINUTE;
  expect(stretchesOf({ start: from - 24 * HOUR, from, end: from + MINUTE, seconds: 60 })).toEqual([
    { start: from - 24 * HOUR, end: NOON - 24 * HOUR + 15 * MINUTE, seconds: 60 },
    { start: NOON - 24 * HOUR + 15 * MINUTE, end: NOON, seconds: 900 },
    { start: NOON, end: from + MINUTE, seconds: 60 },
  ]);
});

it("leaves short windows, long pieces and quarters as they are", () => {
  const short = { start: NOON - HOUR, from: NOON, end: NOON + MINUTE, seconds: 60 } as const;
  const long = { start: NOON - 6 * HOUR, from: NOON, end: NOON + 5 * HOUR, seconds: 60 } as const;
  const quarters = { start: NOON - 24 * HOUR, from: NOON, end: NOON + HOUR, seconds: 900 } as const;
  for (const range of [short, long, quarters]) {
    const { from: _, ...whole } = range;
    expect(stretchesOf(range)).toEqual([whole]);
  }
});

it("makes the same readings of slots that are a quarter hour as of minutes", () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 26 * 60 }), { maxLength: 200 });
  fc.assert(
    fc.property(
      minutes,
      fc.integer({ min: 1, max: 24 * 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 59 }),
      (at, window_minutes, length, offset) => {
        const from = NOON + offset * MINUTE;
        const [start, end] = [from - window_minutes * MINUTE, from + length * MINUTE];
        const slots = at
          .map(
            (minute): Slot => ({
              at: NOON - 25 * HOUR + minute * MINUTE,
              failures: 1,
              counted: minute % 2,
              calls: 0,
            }),
          )
          .filter((slot) => slot.at >= start && slot.at < end);
        const coarse = stretchesOf({ start, from, end, seconds: 60 }).flatMap((part) =>
          slots
            .filter((slot) => slot.at >= part.start && slot.at < part.end)
            .map((slot) => ({ ...slot, at: slot.at - (slot.at % (part.seconds * 1000)) })),
        );
        expect(coarse).toHaveLength(slots.length);
        const condition = { kind: "unmapped_share", above: 0.5, window_minutes, min_failures: 3 } as const;
        const piece = { from, to: end, seconds: 60 };
        expect(readCounted(condition, { ...piece, slots: coarse })).toEqual(
          readCounted(condition, { ...piece, slots }),
        );
      },
    ),
  );
});
