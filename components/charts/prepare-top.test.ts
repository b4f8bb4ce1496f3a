import { expect, test } from "vitest";
import { prepareTop } from "./prepare-top";

const series = (key: string | null, failures: number, unmapped = 0) => ({
  key,
  failures,
  unmapped,
  points: [],
});

test("the most frequent come first, lengths are against the first, the nameless is left out", () => {
  const rows = prepareTop([series("a", 2), series("b", 8, 8), series(null, 9), series("c", 4, 3)], 2);
  expect(rows).toEqual([
    { key: "b", failures: 8, unmapped: true, length: 1 },
    { key: "c", failures: 4, unmapped: false, length: 0.5 },
  ]);
});

test("nothing failed, nothing listed", () => {
  expect(prepareTop([series("a", 0)], 5)).toEqual([]);
});
