import { expect, it } from "vitest";
import { addSeconds } from "./instant";
import { furthestBehind, type SourceSlot } from "./source-lag";

const NOW = "2026-11-15T12:02:00.000000Z";
const SLOT = "2026-11-15T12:00:00Z";

/** Slots of a source, so many, the last of them ending so many seconds before the one that is running. */
function slotsOf(
  source: string,
  count: number,
  ago: number,
  lags: Record<string, number> = { "1": 10 },
): SourceSlot[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ source, slot: addSeconds(SLOT, -ago - index * 300), items: 10, lags },
  }));
}

it("a steady source that fell silent is behind by the time since it was heard", () => {
  expect(furthestBehind(slotsOf("desk", 72, 1_800), NOW)).toEqual({ source: "desk", seconds: 1_620 });
});

it("one that reports, or reported now and then, or not at all, is not", () => {
  expect(furthestBehind(slotsOf("desk", 72, 0), NOW)).toBeNull();
  expect(furthestBehind(slotsOf("desk", 72, 300), NOW)).toBeNull();
  expect(furthestBehind(slotsOf("desk", 40, 1_800), NOW)).toBeNull();
  expect(furthestBehind([], NOW)).toBeNull();
});

it("one whose events come late is behind by as much at least", () => {
  expect(furthestBehind(slotsOf("desk", 72, 0, { "900": 19, "1": 1 }), NOW)).toEqual({
    source: "desk",
    seconds: 300,
  });
  expect(furthestBehind(slotsOf("desk", 72, 0, { inf: 20 }), NOW)).toEqual({
    source: "desk",
    seconds: 86_400,
  });
});

it("an import of old events, or old ones beside new ones, or a few, or a little late are no lag", () => {
  expect(furthestBehind(slotsOf("desk", 3, 0, { inf: 500 }), NOW)).toBeNull();
  expect(furthestBehind(slotsOf("desk", 72, 0, { "86400": 80, "1": 20 }), NOW)).toBeNull();
  expect(furthestBehind(slotsOf("desk", 72, 0, { "900": 1 }), NOW)).toBeNull();
  expect(furthestBehind(slotsOf("desk", 72, 0, { "60": 50 }), NOW)).toBeNull();
});

it("of several the one that is furthest behind", () => {
  const slots = [...slotsOf("desk", 72, 1_800), ...slotsOf("shop", 72, 3_600), ...slotsOf("well", 72, 0)];
  expect(furthestBehind(slots, NOW)).toMatchObject({ source: "shop" });
});
