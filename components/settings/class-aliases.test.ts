import { expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { aliasesOfLines, faultOfAliases, linesOfAliases } from "./class-aliases";

it("writes what it reads", () => {
  const { class_aliases } = DEFAULT_SETTINGS;
  expect(aliasesOfLines(linesOfAliases(class_aliases))).toEqual(class_aliases);
});

it("reads one a line, in any case, and an alias with blanks or equals signs in it", () => {
  expect(aliasesOfLines("  Governance=authorization \n\nnot found = not_found\na=b = System")).toEqual({
    governance: "authorization",
    "not found": "not_found",
    "a=b": "system",
  });
});

it.each(["governance", "= system", "governance =", "a = b c"])("names %j as a line at fault", (line) => {
  expect(faultOfAliases(`one = system\n${line}`)).toContain(line.trim());
  expect(faultOfAliases("one = system")).toBeNull();
});
