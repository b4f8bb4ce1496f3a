import { expect, test } from "vitest";
import { partsOf } from "./use-drawn-rows";

const ROWS = [..."abcdefghij"];
const place = (index: number) => ({ index, start: 100 + index * 50, end: 150 + index * 50 });
const drawn = (...indexes: number[]) =>
  partsOf(ROWS, indexes.map(place), ROWS.length * 50, 100).map((part) =>
    "gap" in part ? part.gap : part.row,
  );

test("gaps are as high as what is left out, before, between and behind", () => {
  expect(drawn(0, 1, 2)).toEqual(["a", "b", "c", 350]);
  expect(drawn(1, 5, 6)).toEqual([50, "b", 150, "f", "g", 150]);
  expect(drawn(8, 9)).toEqual([400, "i", "j"]);
});

test("a row that has gone meanwhile leaves no hole", () => {
  expect(drawn(9, 10)).toEqual([450, "j"]);
});
