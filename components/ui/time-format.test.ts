import { expect, test } from "vitest";
import { formatAbsolute, formatPast, formatRelative } from "./time-format";

const NOW = Date.parse("2026-11-15T12:00:00Z");

test.each([
  ["2026-11-15T11:59:58.350360Z", "now"],
  ["2026-11-15T11:59:00Z", "60 s ago"],
  ["2026-11-15T11:57:00Z", "3 min ago"],
  ["2026-11-15T10:00:00Z", "2 h ago"],
  ["2026-11-12T12:00:00Z", "3 d ago"],
  ["2026-11-15T14:00:00Z", "in 2 h"],
])("%s is told as %s", (iso, words) => {
  expect(formatRelative(iso, NOW)).toBe(words);
});

test("what has happened is never in the future, whatever the clock says", () => {
  expect(formatPast("2026-11-15T12:00:40Z", NOW)).toBe("now");
  expect(formatPast("2026-11-15T11:57:00Z", NOW)).toBe("3 min ago");
});

test("an absolute time carries its zone, and the year only when it is another one", () => {
  expect(formatAbsolute("2026-11-15T00:34:38.350360Z", "UTC", NOW)).toBe("15 Nov 00:34:38 UTC");
  expect(formatAbsolute("2026-11-15T00:34:38Z", "Europe/Berlin", NOW)).toBe("15 Nov 01:34:38 CET");
  expect(formatAbsolute("2025-12-31T23:30:00Z", "UTC", NOW, false)).toBe("31 Dec 2025 23:30 UTC");
});

test("the two hours of the fall-back night differ by their zone", () => {
  const first = formatAbsolute("2026-10-25T00:30:00Z", "Europe/Berlin", NOW);
  const second = formatAbsolute("2026-10-25T01:30:00Z", "Europe/Berlin", NOW);
  expect(first).toBe("25 Oct 02:30:00 CEST");
  expect(second).toBe("25 Oct 02:30:00 CET");
});
