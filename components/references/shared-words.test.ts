import { expect, test } from "vitest";
import type { ReferenceMatch } from "@/lib/contract/references";
import { oneOfWords, sharedText, sharedTitle } from "./shared-words";

const matches = (amount: number) => Array.from({ length: amount }, () => ({}) as ReferenceMatch);
const cut = { matches: 0, at_least: true };

test("a count that was cut off is said to be the least", () => {
  expect(sharedTitle({ matches: matches(2), more: null })).toBe("2 failures share this reference");
  expect(sharedTitle({ matches: matches(200), more: cut })).toBe(
    "At least 200 failures share this reference",
  );
  expect(sharedTitle({ matches: matches(1), more: cut })).toBe("Other failures may share this reference");
  expect(oneOfWords({ matches: matches(1), more: cut })).toBe("Other failures may share this reference.");
  expect(sharedText({ matches: matches(1), more: cut })).toContain("more attempts than are read");
  expect(sharedText({ matches: matches(2), more: cut })).toContain("Choose by time");
  expect(oneOfWords({ matches: matches(2), more: null })).toBe("One of 2 that share this reference.");
  expect(oneOfWords({ matches: matches(200), more: cut })).toContain("One of at least 200 ");
});
