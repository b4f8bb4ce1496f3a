import { expect, it } from "vitest";
import { burnDown } from "./burn-down";

const left = (days: number, seen: Record<string, number[]>, mapped: Record<string, number> = {}) =>
  burnDown(
    days,
    new Map(Object.entries(seen).map(([group, on]) => [group, new Set(on)])),
    new Map(Object.entries(mapped)),
  );

it("counts a group for seven days after it turned up, those before the first day included", () => {
  const days = left(9, { a: [0, 1], b: [-3] });
  expect(days.map((day) => day.left)).toEqual([2, 2, 2, 2, 1, 1, 1, 1, 0]);
  expect(days.map((day) => day.seen)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0]);
});

it("takes a group out on the day it was marked as mapped, and counts it there", () => {
  const days = left(3, { a: [0, 1, 2], b: [0] }, { a: 1 });
  expect(days.map((day) => day.left)).toEqual([2, 1, 1]);
  expect(days.map((day) => day.mapped)).toEqual([0, 1, 1]);
});

it("has nothing left where nothing was unmapped", () => {
  expect(left(2, {})).toEqual([
    { seen: 0, left: 0, mapped: 0 },
    { seen: 0, left: 0, mapped: 0 },
  ]);
});
