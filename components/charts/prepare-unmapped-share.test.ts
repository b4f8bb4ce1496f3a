import { expect, test } from "vitest";
import type { RatesAnswer } from "@/lib/contract/rates";
import type { ReleaseItem } from "@/lib/contract/releases";
import { prepareUnmappedShare } from "./prepare-unmapped-share";

const HOURS = Array.from({ length: 24 }, (_, hour) => `2026-11-15T${String(hour).padStart(2, "0")}:00:00Z`);

function rates(points: (hour: number) => [failures: number, unmapped: number]): RatesAnswer {
  const rows = HOURS.map((start, hour) => [start, ...points(hour)] as [string, number, number]);
  const failures = rows.reduce((sum, row) => sum + row[1], 0);
  const unmapped = rows.reduce((sum, row) => sum + row[2], 0);
  return {
    from: "2026-11-15T00:00:00Z",
    to: "2026-11-16T00:00:00Z",
    step: "1h",
    tz: "UTC",
    series: [{ key: null, failures, unmapped, points: rows }],
    totals: {
      failures,
      unmapped,
      unmapped_share: failures === 0 ? null : unmapped / failures,
      calls: null,
      failure_rate: null,
    },
    other: null,
    before: null,
    rows_available_from: null,
  };
}

function release(name: string, at: string): ReleaseItem {
  return {
    service: "desk",
    environment: null,
    release: name,
    released_at: at,
    url: null,
    known_from: "report",
  };
}

const BASE = { releases: [], target: 0.05, maxTicks: 8 };

test("an hour without failures is a gap: neither 0 nor 1", () => {
  const chart = prepareUnmappedShare({ ...BASE, rates: rates((hour) => (hour === 3 ? [0, 0] : [4, 1])) });
  expect(chart.steps[2]?.share).toBe(0.25);
  expect(chart.steps[3]?.share).toBeNull();
});

test("a step between two gaps is marked, for a line would hide it", () => {
  const chart = prepareUnmappedShare({ ...BASE, rates: rates((hour) => (hour === 5 ? [2, 2] : [0, 0])) });
  expect(chart.steps.filter(({ lonely }) => lonely).map(({ start }) => start)).toEqual([HOURS[5]]);
});

test("a release stands in the step it fell into; outside the range it is not drawn", () => {
  const releases = [
    release("2026.11.3", "2026-11-15T07:59:59.999999Z"),
    release("old", "2026-11-14T12:00:00Z"),
  ];
  const { markers } = prepareUnmappedShare({ ...BASE, rates: rates(() => [1, 0]), releases });
  expect(markers.map(({ at, label }) => [at, label])).toEqual([[HOURS[7], "2026.11.3"]]);
});

test("labels that would overlap give way, their lines stay", () => {
  const releases = [
    release("a", HOURS[7] ?? ""),
    release("b", HOURS[8] ?? ""),
    release("c", HOURS[20] ?? ""),
  ];
  const { markers } = prepareUnmappedShare({ ...BASE, rates: rates(() => [1, 0]), releases });
  expect(markers.map(({ label }) => label)).toEqual(["a", "", "c"]);
});

test("a label at an edge stays within the chart", () => {
  const releases = [
    release("a", HOURS[0] ?? ""),
    release("b", HOURS[12] ?? ""),
    release("c", HOURS[23] ?? ""),
  ];
  const { markers } = prepareUnmappedShare({ ...BASE, rates: rates(() => [1, 0]), releases });
  expect(markers.map(({ anchor }) => anchor)).toEqual(["start", "middle", "end"]);
});

test("the axis has room for the target when the share lies below it", () => {
  const chart = prepareUnmappedShare({ ...BASE, rates: rates(() => [100, 1]) });
  expect(chart.yTicks.at(-1)).toBe(0.05);
  expect(chart.targetLabel).toBe("target 5%");
});

test("nothing failed at all is said in words", () => {
  expect(prepareUnmappedShare({ ...BASE, rates: rates(() => [0, 0]) }).summary).toContain("undefined");
});
