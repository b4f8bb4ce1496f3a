import { expect, it } from "vitest";
import { CLUSTER_FAILURES, diagnose } from "./diagnose-clusters";

const classes = (parts: [Parameters<typeof diagnose>[0][number]["class"], number][]) =>
  diagnose(parts.map(([name, named]) => ({ class: name, named }))).map((one) => one.class);

it("tells a cluster of validation, not_found and authorization, the largest first", () => {
  expect(classes([["validation", 40], ["not_found", 60], ["authorization", 50]])).toEqual(["not_found", "authorization"]); // biome-ignore format: one list
});

it("says nothing of a few failures, of a small part, or of what is no fault of the tool's", () => {
  expect(classes([["validation", CLUSTER_FAILURES - 1]])).toEqual([]);
  expect(classes([["validation", 25], ["transient", 75]])).toEqual([]); // biome-ignore format: one list
  expect(classes([["transient", 90], ["system", 10]])).toEqual([]); // biome-ignore format: one list
  expect(classes([])).toEqual([]);
});
