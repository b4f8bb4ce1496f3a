import { expect, test } from "vitest";
import { beginningOf, idsBeginning } from "./case-filter";

test.each([
  ["order-1*", "order-1"],
  ["abc*", "abc"],
  ["ab*", null],
  ["order-1", null],
  ["*", null],
  ["a**", null],
  ["ab**", "ab*"],
])("%s asks for what begins with %s", (q, beginning) => {
  expect(beginningOf(q)).toBe(beginning);
});

test.each([
  ["6ece7035", "6ece7035-0000-0000-0000-000000000000", "6ece7035-ffff-ffff-ffff-ffffffffffff"],
  ["6ECE7035-9", "6ece7035-9000-0000-0000-000000000000", "6ece7035-9fff-ffff-ffff-ffffffffffff"],
  ["6ece7035-", "6ece7035-0000-0000-0000-000000000000", "6ece7035-ffff-ffff-ffff-ffffffffffff"],
])("ids that begin with %s are from %s to %s", (part, from, to) => {
  expect(idsBeginning(part)).toEqual({ from, to });
});

test.each(["err_1", "6ece-7035", "order", "6ece7035--9", "0".repeat(40)])("no id begins with %s", (part) => {
  expect(idsBeginning(part)).toBeNull();
});
