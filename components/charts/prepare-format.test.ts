import { expect, test } from "vitest";
import { formatSeconds, formatShare } from "./prepare-format";

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

test.each([
  [null, null],
  [0, "0 s"],
  [0.42, "0.4 s"],
  [42.4, "42 s"],
  [252, "4.2 min"],
  [5_400, "1.5 h"],
  [111_600, "31 h"],
  [345_600, "4 d"],
])("%s seconds are written %s", (seconds, words) => {
  expect(formatSeconds(seconds)).toBe(words);
});
