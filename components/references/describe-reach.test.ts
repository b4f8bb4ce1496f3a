import { expect, test } from "vitest";
import { describeReach } from "./describe-reach";

const around = (failures: number, runs: number, tenants: number, without_run = 0, without_tenant = 0) =>
  describeReach({ failures, runs, tenants, without_run, without_tenant });

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

test("a run or a tenant that only some of them name is not said to be the only one", () => {
  expect(around(10, 1, 1, 9).headline).toBe("One tenant");
  expect(around(10, 0, 1, 10).headline).toBe("One tenant");
  expect(around(10, 1, 1, 9, 9).headline).toBe("More than this one");
  expect(around(10, 4, 1, 0, 9).headline).toBe("Several runs");
});

test("what was never reported is not counted as none", () => {
  expect(around(6, 0, 0).detail).toBe("6 failures");
  expect(around(1_200, 900, 1).detail).toBe("1,200 failures · 900 runs · 1 tenant");
});
