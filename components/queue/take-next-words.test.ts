import { expect, test } from "vitest";
import { heldBesides } from "./take-next-words";

test.each([
  [0, null],
  [1, null],
  [2, "You still hold another case"],
  [3, "You still hold 2 others"],
])("holding %i, the one just taken among them", (held, words) => {
  expect(heldBesides(held)).toBe(words);
});
