import { expect, test } from "vitest";
import { countLabels, countTicks, shareTicks, stepLabel, timeTicks, zoneLabel } from "./prepare-axis";

const HOUR = 3_600_000;

function starts(from: string, count: number, stepMs: number): string[] {
  const first = Date.parse(from);
  return Array.from({ length: count }, (_, index) => new Date(first + index * stepMs).toISOString());
}

test("ticks fall on local days in the zone, not on UTC ones", () => {
  const hours = starts("2026-11-14T23:00:00Z", 24 * 7, HOUR);
  const ticks = timeTicks(hours, "Europe/Berlin", 8);
  expect(ticks.map(({ label }) => label)).toEqual([
    "15 Nov",
    "16 Nov",
    "17 Nov",
    "18 Nov",
    "19 Nov",
    "20 Nov",
    "21 Nov",
  ]);
});

test("a zone of half hours has ticks too", () => {
  const ticks = timeTicks(starts("2026-11-15T00:30:00Z", 24, HOUR), "Asia/Kolkata", 10);
  expect(ticks.map(({ label }) => label)).toContain("12:00");
});

test("the fall-back hour in Chicago stays two steps with one clock time", () => {
  const hours = starts("2022-11-06T05:00:00Z", 4, HOUR);
  const ticks = timeTicks(hours, "America/Chicago", 10);
  expect(ticks.map(({ label }) => label)).toEqual(["6 Nov", "01:00", "01:00", "02:00"]);
});

test("a year has its months, and a phone every third of them", () => {
  const days = starts("2025-11-30T00:00:00Z", 366, 24 * HOUR);
  const labels = (max: number) => timeTicks(days, "UTC", max).map(({ label }) => label);
  expect(labels(15)).toHaveLength(12);
  expect(labels(15).slice(0, 3)).toEqual(["Dec 2025", "Jan 2026", "Feb"]);
  expect(labels(4)).toEqual(["Jan 2026", "Apr", "Jul", "Oct"]);
  expect(labels(3)).toEqual(["Jan 2026", "Jul"]);
});

test("days that cross a new year say which year they are in, once", () => {
  const labels = (from: string, days: number) =>
    timeTicks(starts(from, days * 24, HOUR), "UTC", 8).map(({ label }) => label);
  expect(labels("2025-12-14T00:00:00Z", 50)).toEqual([
    ...["15 Dec 2025", "22 Dec", "29 Dec", "5 Jan 2026", "12 Jan", "19 Jan", "26 Jan"],
  ]);
  expect(labels("2025-12-31T12:00:00Z", 1)).toEqual([
    ...["12:00", "15:00", "18:00", "21:00", "1 Jan 2026", "03:00", "06:00", "09:00"],
  ]);
  expect(labels("2026-01-01T00:00:00Z", 3)).toEqual(["1 Jan", "12:00", "2 Jan", "12:00", "3 Jan", "12:00"]);
});

test("a month on a phone has every second Monday", () => {
  const days = starts("2026-10-31T00:00:00Z", 31, 24 * HOUR);
  const ticks = timeTicks(days, "UTC", 3);
  expect(ticks.length).toBeGreaterThan(1);
  for (const { value } of ticks) expect(new Date(value).getUTCDay()).toBe(1);
});

test("never more ticks than there is room for", () => {
  for (const max of [3, 5, 9]) {
    const ticks = timeTicks(starts("2026-11-15T00:07:00Z", 180, 60_000), "UTC", max);
    expect(ticks.length).toBeLessThanOrEqual(max);
    expect(ticks.length).toBeGreaterThan(0);
  }
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [7, [0, 2, 4, 6, 8]],
  [423, [0, 200, 400, 600]],
])("counts up to %i are marked at whole numbers %j", (max, ticks) => {
  expect(countTicks(max)).toEqual(ticks);
});

test.each([
  [0.03, 0.05],
  [0.46, 0.6],
  [1, 1],
])("a share up to %d has the round top %d", (max, top) => {
  expect(shareTicks(max).at(-1)).toBe(top);
});

test("an axis names its zone and a step its ends", () => {
  expect(zoneLabel("2026-11-15T00:00:00Z", "Europe/Berlin")).toBe("Europe/Berlin (CET)");
  expect(zoneLabel("2026-11-15T00:00:00Z", "UTC")).toBe("UTC");
  expect(stepLabel("2026-11-15T13:00:00Z", "2026-11-15T13:15:00Z", "UTC")).toBe("15 Nov 13:00–13:15");
  expect(stepLabel("2026-11-15T00:00:00Z", "2026-11-16T00:00:00Z", "UTC")).toBe("Sun 15 Nov 2026");
});

test.each([
  [70_000, ["0", "20,000", "40,000", "60,000", "80,000"]],
  [150_000, ["0", "50k", "100k", "150k"]],
  [1_100_000, ["0", "500k", "1m", "1.5m"]],
])("an axis up to %i has labels as short as it is wide, which say the very value", (max, labels) => {
  const ticks = countTicks(max);
  expect(ticks.map(countLabels(ticks))).toEqual(labels);
});

test("no count makes a label longer than six characters, and no two are the same", () => {
  for (let max = 1; max < 1e12; max = Math.ceil(max * 1.3)) {
    const ticks = countTicks(max);
    const labels = ticks.map(countLabels(ticks));
    expect(new Set(labels).size, `${labels}`).toBe(ticks.length);
    expect(Math.max(...labels.map((label) => label.length)), `${labels}`).toBeLessThanOrEqual(6);
  }
});
