import { expect, it } from "vitest";
import { holdsTooMuch } from "./holds-too-much";

const members = (count: number, value = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, value]));
const padded = (item: object) => JSON.stringify({ pad: '{"a":1,'.repeat(50_000), ...item });

it("takes an item of as many members and values as may be, and none of more", () => {
  expect(holdsTooMuch(padded(members(49_999)))).toBe(false);
  expect(holdsTooMuch(padded(members(50_000)))).toBe(true);
  const list = (count: number) => padded({ list: Array.from({ length: count }, () => 1) });
  expect(holdsTooMuch(list(499_990))).toBe(false);
  expect(holdsTooMuch(list(500_010))).toBe(true);
  expect(holdsTooMuch("[".repeat(500_001))).toBe(true);
});

it("counts nothing within texts, however they are escaped, and leaves to others what is no JSON", () => {
  expect(holdsTooMuch(JSON.stringify(`\\"${',":[{'.repeat(400_000)}\\`))).toBe(false);
  expect(holdsTooMuch(`{"open":"${":,".repeat(300_000)}`)).toBe(false);
});
