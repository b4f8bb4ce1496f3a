import { expect, test } from "vitest";
import { prepareAlertTimeline } from "./prepare-alert-timeline";

const hour = (count: number) => `2026-11-15T${String(count).padStart(2, "0")}:00:00.000000Z`;
const firing = (fired_at: string, resolved_at: string | null) => ({
  fired_at,
  resolved_at,
  value: 1,
  peak: 1,
});

function timeline(
  values: readonly (number | null)[],
  firings: ReturnType<typeof firing>[] = [],
  { limit = 0.05, share = true } = {},
) {
  const points = values.map((value, at) => ({ at: hour(at), value }));
  const preview = { points, firings, limit, to: hour(values.length) };
  return prepareAlertTimeline({ preview, share, zone: "UTC", maxTicks: 8 });
}

test("what is not known is a gap, and what stands alone between gaps is marked", () => {
  const { steps } = timeline([0.1, 0.1, null, 0.2, null]);
  expect(steps.map(({ value }) => value)).toEqual([0.1, 0.1, null, 0.2, null]);
  expect(steps.map(({ lonely }) => lonely)).toEqual([false, false, false, true, false]);
});

test("a firing covers each step that it lasted in", () => {
  const { spans } = timeline([0, 0, 0, 0, 0, 0], [firing("2026-11-15T01:20:00Z", "2026-11-15T02:40:00Z")]);
  expect(spans).toEqual([{ from: hour(1), to: hour(3) }]);
});

test("a firing shorter than a step is seen, be it the last one", () => {
  const short = firing("2026-11-15T02:05:00Z", "2026-11-15T02:06:00Z");
  expect(timeline([0, 0, 0], [short]).spans).toEqual([{ from: hour(1), to: hour(2) }]);
});

test("a firing that lasts reaches to the end, and one within another adds nothing", () => {
  const firings = [firing(hour(3), null), firing(hour(1), hour(2)), firing(hour(2), hour(2))];
  expect(timeline([0, 0, 0, 0, 0], firings).spans).toEqual([{ from: hour(1), to: hour(4) }]);
});

test("the axis holds the limit where every value lies below it", () => {
  expect(timeline([0.01, null]).yTicks.at(-1)).toBeGreaterThanOrEqual(0.05);
  expect(timeline([1, 2], [], { limit: 40, share: false }).yTicks.at(-1)).toBeGreaterThanOrEqual(40);
});

test("without any point nothing is drawn", () => {
  expect(timeline([], [firing(hour(1), null)])).toMatchObject({ steps: [], spans: [], xTicks: [] });
});

test("over many days each tick is a day of the zone, and there are no more than fit", () => {
  const at = (index: number) => new Date(Date.UTC(2026, 9, 31, 16, 30) + index * 7_500_000).toISOString();
  const points = Array.from({ length: 345 }, (_, index) => ({ at: at(index), value: 1 }));
  const preview = { points, firings: [], limit: 1, to: at(345) };
  const { xTicks } = prepareAlertTimeline({ preview, share: false, zone: "Asia/Kathmandu", maxTicks: 8 });
  expect(xTicks.length).toBeGreaterThan(4);
  expect(xTicks.length).toBeLessThanOrEqual(8);
  expect(xTicks.map(({ label }) => label).slice(0, 2)).toEqual(["1 Nov", "5 Nov"]);
});
