import { expect, test } from "vitest";
import { markDifferences } from "./mark-differences";

const marked = (asked: string, found: string) =>
  markDifferences(asked, found)
    .map(({ text, differs }) => (differs ? `[${text}]` : text))
    .join("");

test.each([
  ["err_7c1f9a", "err_7c1f9a", "err_7c1f9a"],
  ["ERR_7C1F9A", "err_7c1f9a", "err_7c1f9a"],
  ["err_7clf9a", "err_7c1f9a", "err_7c[1]f9a"],
  ["7c1f9a", "err_7c1f9a", "[err_]7c1f9a"],
  ["err_7c1", "err_7c1f9a", "err_7c1[f9a]"],
  ["err-7c1f9a", "err_7c1f9a", "err[_]7c1f9a"],
  ["err_7c1f9aa", "err_7c1f9a", "err_7c1f9a"],
  ["", "err", "[err]"],
])("%s against %s", (asked, found, expected) => {
  expect(marked(asked, found)).toBe(expected);
});

test("characters outside the basic plane stay whole", () => {
  expect(marked("a𝒳c", "a𝒴c")).toBe("a[𝒴]c");
});

test("what is too long to compare is shown as it is", () => {
  expect(markDifferences("x".repeat(200), "abc")).toEqual([{ text: "abc", differs: false }]);
});
