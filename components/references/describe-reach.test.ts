import { expect, test } from "vitest";
import { describeReach } from "./describe-reach";

const around = (failures: number, runs: number, tenants: number) =>
  describeReach({ code: "x", from: "", to: "", failures, runs, tenants, points: [] });

test.each([
  [1, 1, 1, "Only this one"],
  [6, 1, 1, "Only this run"],
  [6, 4, 1, "One tenant, several runs"],
  [1_200, 900, 40, "Several tenants"],
  [6, 0, 0, "More than this one"],
  [6, 4, 0, "Several runs"],
])("%i failures in %i runs of %i tenants: %s", (failures, runs, tenants, headline) => {
  expect(around(failures, runs, tenants).headline).toBe(headline);
});

test("what was never reported is not counted as none", () => {
  expect(around(6, 0, 0).detail).toBe("6 failures");
  expect(around(1_200, 900, 1).detail).toBe("1,200 failures · 900 runs · 1 tenant");
});
