import { expect, test } from "vitest";
import type { RateSeries, RatesAnswer } from "@/lib/contract/rates";
import { prepareFailures } from "./prepare-failures";

const STARTS = ["2026-11-15T00:00:00Z", "2026-11-15T01:00:00Z", "2026-11-15T02:00:00Z"];

function series(key: string, points: [failures: number, unmapped: number][]): RateSeries {
  return {
    key,
    failures: points.reduce((sum, [failures]) => sum + failures, 0),
    unmapped: points.reduce((sum, [, unmapped]) => sum + unmapped, 0),
    points: points.map(([failures, unmapped], index) => [STARTS[index] ?? "", failures, unmapped]),
  };
}

function answer(all: RateSeries[]): RatesAnswer {
  const failures = all.reduce((sum, each) => sum + each.failures, 0);
  const unmapped = all.reduce((sum, each) => sum + each.unmapped, 0);
  return {
    from: "2026-11-15T00:00:00Z",
    to: "2026-11-15T03:00:00Z",
    step: "1h",
    tz: "UTC",
    series: all,
    totals: { failures, unmapped, unmapped_share: null, calls: null, failure_rate: null },
    other: null,
    before: null,
    rows_available_from: null,
  };
}

const MIXED = answer([
  series("system", [
    [5, 5],
    [0, 0],
    [2, 1],
  ]),
  series("validation", [
    [1, 0],
    [0, 0],
    [4, 0],
  ]),
]);

test("classes stack in their own order whatever the answer's order is", () => {
  const { bands } = prepareFailures(MIXED, 8);
  expect(bands.map(({ id }) => id)).toEqual(["validation", "system", "system_unmapped"]);
});

test("the bands of a step add up to its failures, and all steps to the total", () => {
  const chart = prepareFailures(MIXED, 8);
  for (const step of chart.steps) {
    expect(Object.values(step.bands).reduce((sum, each) => sum + each, 0)).toBe(step.failures);
  }
  expect(chart.steps.reduce((sum, { failures }) => sum + failures, 0)).toBe(MIXED.totals.failures);
});

test("a class nobody knows is drawn as unclassified, beside the real one, and loses no failure", () => {
  const chart = prepareFailures(answer([series("unclassified", [[1, 0]]), series("novel", [[2, 2]])]), 8);
  expect(chart.classes).toEqual([{ class: "unclassified", failures: 3 }]);
  expect(chart.steps[0]?.bands).toEqual({ unclassified: 1, unclassified_unmapped: 2 });
});

test("a step ends where the next starts, the last one at the range's end", () => {
  const ends = prepareFailures(MIXED, 8).steps.map(({ end }) => end);
  expect(ends).toEqual([STARTS[1], STARTS[2], "2026-11-15T03:00:00Z"]);
});

test("nothing failed: no band, and an axis that still has a top", () => {
  const chart = prepareFailures(answer([]), 8);
  expect(chart.bands).toEqual([]);
  expect(chart.yTicks).toEqual([0, 1]);
});
