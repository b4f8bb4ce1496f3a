import { expect, test } from "vitest";
import { formatCountdown, formatDuration } from "./countdown";

test.each([
  [900_000, "15:00"],
  [59_001, "1:00"],
  [59_000, "0:59"],
  [-5_000, "0:00"],
  [3_725_000, "1:02:05"],
])("%i ms count down as %s", (ms, words) => {
  expect(formatCountdown(ms)).toBe(words);
});

test.each([
  [40_000, "40 s"],
  [720_000, "12 min"],
  [93_600_000, "26 h"],
  [259_200_000, "3 d"],
])("%i ms last %s", (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
