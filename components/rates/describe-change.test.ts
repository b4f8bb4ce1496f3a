import { expect, test } from "vitest";
import { describeChange } from "./describe-change";

test.each([
  [0, 0, "none in the period before either"],
  [5, 0, "none in the period before"],
  [1000, 1000, "as many as the 1,000 before"],
  [880, 1000, "12% fewer than the 1,000 before"],
  [1120, 1000, "12% more than the 1,000 before"],
  [3500, 1000, "3.5 times the 1,000 before"],
  [15_981, 133, "120 times the 133 before"],
])("%i after %i: %s", (now, before, words) => {
  expect(describeChange(now, before)).toBe(words);
});
