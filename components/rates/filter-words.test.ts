import { expect, test } from "vitest";
import { filterWords } from "./filter-words";

test.each([
  ["code", "gone", "code", "gone"],
  ["effect", "null", "effect", "not reported"],
  ["absent", "release", "release", "not reported"],
  ["except", "code:rate_limited", "code is not", "rate_limited"],
  ["except", "tool:a:b", "tool is not", "a:b"],
  ["except", "effect:", "effect is not", "“not reported”"],
  ["unmapped", "false", "unmapped", "only mapped"],
])("%s %s reads %s %s", (name, value, ...words) => {
  expect(Object.values(filterWords(name, value))).toEqual(words);
});
