import { expect, test } from "vitest";
import type { FailureRatesAnswer, RateSeries, RatesAnswer } from "@/lib/contract/rates";
import { sourceOfCalls, sourceOfRates } from "./explore-source";
import { bandValue, prepareExplore, type Show } from "./prepare-explore";

const STARTS = ["2026-11-15T00:00:00Z", "2026-11-15T01:00:00Z", "2026-11-15T02:00:00Z"];
const TO = "2026-11-15T03:00:00Z";
const NOW = Date.parse("2026-11-15T02:30:00Z");

type Counts = [failures: number, unmapped: number];

function counted(points: Counts[]) {
  return {
    failures: points.reduce((sum, [failures]) => sum + failures, 0),
    unmapped: points.reduce((sum, [, unmapped]) => sum + unmapped, 0),
    points: points.map(
      ([failures, unmapped], index) =>
        [STARTS[index] ?? "", failures, unmapped] as RateSeries["points"][number],
    ),
  };
}

const totals = { failures: 0, unmapped: 0, unmapped_share: null, calls: null, failure_rate: null };

function answer(
  series: [key: string | null, points: Counts[]][],
  rest: Partial<RatesAnswer> = {},
): RatesAnswer {
  return {
    ...{ from: STARTS[0] ?? "", to: TO, step: "1h", tz: "UTC", rows_available_from: null, totals },
    ...{ other: null, before: null, series: series.map(([key, points]) => ({ key, ...counted(points) })) },
    ...rest,
  };
}

const prepare = (source: ReturnType<typeof sourceOfRates>, show: Show, nowMs = NOW) =>
  prepareExplore({ source, show, noun: "code", maxTicks: 8, nowMs });

const CODES = answer(
  [
    ["gone", [[4, 0], [0, 0], [2, 2]]],
    [null, [[1, 0], [0, 0], [0, 0]]],
  ],
  { other: { keys: 12, ...counted([[5, 5], [0, 0], [0, 0]]) } },
); // biome-ignore format: a table

test("the bands of a step add up to its failures, the unmapped part of each apart, and all of them are drawn", () => {
  const chart = prepare(sourceOfRates(CODES, "code"), "stacked");
  expect(chart.bands.map(({ id }) => id)).toEqual(["s0", "s0_unmapped", "s1", "other_unmapped"]);
  for (const step of chart.steps) {
    const sum = chart.bands.reduce((all, band) => all + (bandValue(band, step) ?? 0), 0);
    expect(sum).toBe(step.failures);
  }
  expect(chart.steps.map(({ failures }) => failures)).toEqual([10, 0, 2]);
});

test("what is beyond the drawn ones says how many it is, and what was not reported says so", () => {
  const { series, summary } = prepare(sourceOfRates(CODES, "code"), "stacked");
  expect(series.map(({ name }) => name)).toEqual(["gone", "not reported", "other (12 codes)"]);
  expect(summary).toBe("Failures per hour by code: gone 6, not reported 1, other (12 codes) 5.");
});

test.each<[Show, (number | null)[]]>([
  ["share", [0.4, null, 1]],
  ["unmapped", [0, null, 1]],
  ["lines", [4, 0, 2]],
])("drawn as %s, what is undefined is a gap and nothing else is", (show, expected) => {
  const { steps } = prepare(sourceOfRates(CODES, "code"), show);
  expect(steps.map(({ parts }) => parts[0]?.value)).toEqual(expected);
});

test("a step that has not begun is a gap, one that is not over says so", () => {
  const { steps } = prepare(sourceOfRates(CODES, "code"), "lines", Date.parse("2026-11-15T01:30:00Z"));
  expect(steps.map(({ parts }) => parts[0]?.value)).toEqual([4, 0, null]);
  expect(steps.map(({ label }) => label.endsWith("so far"))).toEqual([false, true, true]);
});

test("a point between two gaps is drawn by itself, for no line would show it", () => {
  const { steps } = prepare(sourceOfRates(CODES, "code"), "unmapped");
  expect(steps.map(({ parts }) => parts[0]?.lonely)).toEqual([true, false, true]);
});

test("classes stack in their own order, whatever the answer's is", () => {
  const classes = answer([["system", [[9, 0]]], ["validation", [[1, 0]]]]); // biome-ignore format: short
  expect(sourceOfRates(classes, "class").series.map(({ key }) => key)).toEqual(["validation", "system"]);
});

test("the period before stands step against step", () => {
  const before = answer([["gone", [[7, 0], [1, 0], [0, 0]]]]); // biome-ignore format: short
  const source = sourceOfRates({ ...CODES, before }, "code");
  expect(prepare(source, "stacked").steps.map((step) => step.before)).toEqual([7, 1, 0]);
  expect(source.series.map((series) => series.before?.failures)).toEqual([8, 0, 0]);
});

const CALLS: FailureRatesAnswer = {
  ...{ from: STARTS[0] ?? "", to: TO, step: "1h", tz: "UTC", other: null },
  series: [
    {
      ...{ key: "charge", failures: 6, calls: 20, failure_rate: 0.3 },
      points: [
        [STARTS[0] ?? "", 2, 20],
        [STARTS[1] ?? "", 4, null],
        [STARTS[2] ?? "", 0, null],
      ],
    },
  ],
  totals: { failures: 6, calls: 20, failure_rate: 0.3 },
};

test("a rate is unknown where no calls were reported, however much failed", () => {
  const { steps } = prepare(sourceOfCalls(CALLS, "tool", true), "rate");
  expect(steps.map(({ parts }) => parts[0]?.value)).toEqual([0.1, null, null]);
});

test("what calls do not tell apart is one line, and is not called by anything", () => {
  const chart = prepare(
    sourceOfCalls({ ...CALLS, series: CALLS.series.map((one) => ({ ...one, key: null })) }, "code", false),
    "rate",
  );
  expect([chart.title, chart.series.map(({ name }) => name)]).toEqual(["Failure rate per hour", ["all"]]);
});
