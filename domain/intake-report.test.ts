import { expect, test } from "vitest";
import { type IntakeSum, measureIntake, pointsOf } from "./intake-report";

const sum = (parts: Partial<IntakeSum>): IntakeSum => ({
  source_id: 1,
  door: "events",
  measure: "accepted",
  detail: "",
  items: 1,
  ...parts,
});

test("nothing has no shares and no lag: they are undefined, not 0", () => {
  const measured = measureIntake([]);
  expect(measured.received).toBe(0);
  expect(new Set(Object.values(measured.shares))).toEqual(new Set([null]));
  expect([measured.lag.p50, measured.lag.p99]).toEqual([null, null]);
});

test("the counts sum to what was received; marks are shares of the accepted events alone", () => {
  const measured = measureIntake([
    sum({ items: 10 }),
    sum({ measure: "duplicate", items: 4 }),
    sum({ measure: "conflict", items: 1 }),
    sum({ measure: "rejected", detail: "tool_required", items: 3 }),
    sum({ measure: "rejected", detail: "blank_reference", items: 5 }),
    sum({ measure: "skewed", items: 5 }),
    sum({ door: "calls", items: 20 }),
  ]);
  expect(measured).toMatchObject({ received: 43, accepted: 30, rejected: 8, accepted_events: 10 });
  expect(measured.shares).toMatchObject({ rejected: 8 / 43, skewed: 0.5, leaked: 0 });
  expect(measured.rejected_by_reason.map(({ reason }) => reason)).toEqual([
    "blank_reference",
    "tool_required",
  ]);
  expect(measured.doors).toContainEqual({
    door: "calls",
    accepted: 20,
    duplicate: 0,
    conflict: 0,
    rejected: 0,
  });
});

test("a lag is the bound of the bucket that holds it", () => {
  const lag = (detail: string, items: number) => sum({ measure: "lag", detail, items });
  expect(measureIntake([lag("1", 90), lag("60", 9), lag("inf", 1)]).lag).toMatchObject({
    p50: "1",
    p90: "1",
    p99: "60",
  });
  expect(measureIntake([lag("inf", 1)]).lag).toMatchObject({ p50: "inf", p99: "inf" });
});

test("points are dense and in order", () => {
  expect(pointsOf([{ source_id: 1, bucket: 1, status: "rejected", items: 2 }], ["a", "b"])).toEqual([
    ["a", 0, 0, 0, 0],
    ["b", 0, 0, 0, 2],
  ]);
});
