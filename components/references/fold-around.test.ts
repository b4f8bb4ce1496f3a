import { expect, test } from "vitest";
import { FOLD_MOST, foldAround } from "./fold-around";

test("a list that is little longer than what is shown stands whole", () => {
  expect(foldAround(0, 0)).toEqual({ from: 0, to: 0 });
  expect(foldAround(FOLD_MOST + 3, 0)).toEqual({ from: 0, to: FOLD_MOST + 3 });
});

test("a long one is shown around what it is about, and as many at its ends as in its middle", () => {
  for (const about of [0, 5, 100, 190, 199]) {
    const { from, to } = foldAround(200, about);
    expect(to - from).toBe(FOLD_MOST);
    expect(from <= about && about < to).toBe(true);
    expect(from >= 0 && to <= 200).toBe(true);
  }
  expect(foldAround(200, 199)).toEqual({ from: 180, to: 200 });
  expect(foldAround(200, 0)).toEqual({ from: 0, to: 20 });
});
