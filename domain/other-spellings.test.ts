import { expect, it } from "vitest";
import { otherIdentifiers, otherSpellings } from "./other-spellings";

it.each([
  ["error_7c1f9a", "7c1f9a"],
  ["error-7c1f9a", "7c1f9a"],
  ["ERROR7C1F9A", "7C1F9A"],
  ["ref_7c1f9a", "7c1f9a"],
  ["code-7c1f9a", "7c1f9a"],
  ["INC12345", "INC0012345"],
  ["INC0012345", "INC12345"],
])("%s may be %s", (text, other) => {
  expect(otherSpellings(text)).toContain(other);
});

it.each(["err_7c1f9a", "refund-case", "c0de7c1f", "err_0012345", "referee", "7c1f9a"])(
  "%s is nothing else",
  (text) => {
    expect(otherSpellings(text)).toEqual([]);
  },
);

it.each([
  ["CALL_9182AB", "call_9182ab"],
  ["refund-42", "Refund-42"],
  ["run1122aa", "run-1122aa"],
  ["RUN 1122AA", "run_1122aa"],
])("%s may be the identifier %s", (text, other) => {
  const others = otherIdentifiers(text);
  expect(others).toContain(other);
  expect(others).not.toContain(text);
  expect(others.length).toBeLessThanOrEqual(24);
});
