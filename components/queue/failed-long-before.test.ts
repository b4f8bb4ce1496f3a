import { expect, test } from "vitest";
import { failedLongBefore } from "./failed-long-before";

test.each([
  ["2026-11-15T12:00:00.000000Z", false],
  ["2026-11-15T11:00:00.000000Z", false],
  ["2026-11-15T10:59:59.000000Z", true],
  ["2026-10-15T12:00:00.000000Z", true],
  ["2026-11-15T12:00:05.000000Z", false],
])("a first failure at %s misleads: %s", (first, apart) => {
  expect(failedLongBefore(first, "2026-11-15T12:00:00.000000Z")).toBe(apart);
});
