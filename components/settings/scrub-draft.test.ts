import { expect, it } from "vitest";
import { SCRUB_KINDS } from "@/domain/scrub/scrub-rules";
import { kindInWords, NEW_RULE, withRule, writtenRules } from "./scrub-draft";

const rule = { name: "a", pattern: "b", label: "c" };

it("changes and takes away one rule, and leaves empty rows out", () => {
  expect(withRule([rule, NEW_RULE], 1, { ...rule, name: "d" })).toEqual([rule, { ...rule, name: "d" }]);
  expect(withRule([rule, NEW_RULE], 0, null)).toEqual([NEW_RULE]);
  expect(writtenRules([rule, NEW_RULE])).toEqual([rule]);
});

it("has words for every kind, and names for rules of one's own", () => {
  for (const kind of SCRUB_KINDS) expect(kindInWords(kind)).toMatch(/^[A-Z]/);
  expect(kindInWords("custom:customer")).toBe("customer");
});
