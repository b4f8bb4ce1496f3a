import { expect, test } from "vitest";
import { extendTo, NOTHING_SELECTED, selectMatching, toggleAll, toggleRow } from "./selection";

const ORDER = [..."abcdef"];
const of = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join("");

test("a range grows from where it started and shrinks on the way back", () => {
  let selection = toggleRow(NOTHING_SELECTED, "b");
  selection = extendTo(selection, ORDER, "d");
  expect(of(selection)).toBe("bcd");
  selection = extendTo(selection, ORDER, "c");
  expect(of(selection)).toBe("bc");
  selection = extendTo(selection, ORDER, "a");
  expect(of(selection)).toBe("ab");
});

test("a range starts at the row it left when nothing was selected", () => {
  expect(of(extendTo(NOTHING_SELECTED, ORDER, "d", "c"))).toBe("cd");
});

test("a second range keeps what was selected before it", () => {
  const first = extendTo(toggleRow(NOTHING_SELECTED, "a"), ORDER, "b");
  expect(of(extendTo(toggleRow(first, "e"), ORDER, "f"))).toBe("abef");
});

test("a row is taken away again, also out of everything that matches", () => {
  const all = selectMatching(ORDER);
  const rest = toggleRow(all, "c");
  expect(of(rest)).toBe("abdef");
  expect(rest.matching).toBe(false);
});

test("all listed rows, then none", () => {
  const all = toggleAll(toggleRow(NOTHING_SELECTED, "a"), ORDER);
  expect(of(all)).toBe("abcdef");
  expect(of(toggleAll(all, ORDER))).toBe("");
});

test("a range whose start has left the list starts anew", () => {
  const selection = toggleRow(NOTHING_SELECTED, "gone");
  expect(of(extendTo(selection, ORDER, "c", "b"))).toBe("bcgone");
});
