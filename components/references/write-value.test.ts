import { expect, test } from "vitest";
import { parseJson } from "@/domain/json";
import { writeValue } from "./write-value";

test.each([
  ["9007199254740993", "9007199254740993"],
  ["[1,12345678901234567890]", "[1,12345678901234567890]"],
  ['"9007199254740993"', "9007199254740993"],
  ["null", "null"],
])("%s is shown as it was sent", (sent, shown) => {
  expect(writeValue(parseJson(sent))).toBe(shown);
});
