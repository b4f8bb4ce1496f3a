import { expect, test } from "vitest";
import { describeLag } from "./lag-words";
import { describeRate } from "./rate-words";

test.each([
  [0, "0"],
  [0.02, "<0.1"],
  [2.34, "2.3"],
  [1234.5, "1,235"],
])("%s a minute is written %s", (rate, words) => {
  expect(describeRate(rate)).toBe(words);
});

test("a lag is its bound; of nothing there is none", () => {
  expect(describeLag("300")).toBe("≤ 5 min");
  expect(describeLag("inf")).toBe("> 1 d");
  expect(describeLag(null)).toBeNull();
});
