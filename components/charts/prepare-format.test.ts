import { expect, test } from "vitest";
import { formatShare } from "./prepare-format";

test.each([
  [null, null],
  [0, "0%"],
  [1, "100%"],
  [0.9996, ">99.9%"],
  [0.00001, "<0.01%"],
  [0.0042, "0.42%"],
  [0.042, "4.2%"],
  [0.05, "5%"],
  [0.46, "46%"],
])("%s is written %s", (share, words) => {
  expect(formatShare(share)).toBe(words);
});
