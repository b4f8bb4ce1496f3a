import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "./duration";

test.each([
  ["900", 900],
  ["15 min", 900],
  ["15m", 900],
  ["1 h 30 min", 5_400],
  ["1h30m", 5_400],
  ["1.5 hours", 5_400],
  ["1,5 h", 5_400],
  ["7 days", 604_800],
  ["2 days, 4 hours", 187_200],
  ["1 day and 1 s", 86_401],
  [" 24 H ", 86_400],
  ["0 s", 0],
])("%j is %i seconds", (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(["", "soon", "15 parsecs", "min 15", "-5 min", "1 h !", "1 h 30", "1e3"])(
  "%j is no duration",
  (text) => {
    expect(parseDuration(text)).toBeNull();
  },
);

test.each([
  [0, "0 s"],
  [45, "45 s"],
  [900, "15 min"],
  [5_400, "1 h 30 min"],
  [86_400, "24 h"],
  [604_800, "7 d"],
  [187_200, "2 d 4 h"],
  [90_061, "25 h 1 min 1 s"],
])("%i seconds read %j", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test("what is written is read back as the same", () => {
  for (const seconds of [1, 59, 60, 3_599, 3_600, 86_399, 86_400, 172_799, 172_800, 2_592_000])
    expect(parseDuration(formatDuration(seconds))).toBe(seconds);
});
