import { expect, test } from "vitest";
import { holdRows } from "./hold-rows";

const rows = (ids: string, version = 1) => [...ids].map((case_id) => ({ case_id, version }));
const drawn = (held: ReturnType<typeof holdRows<{ case_id: string; version: number }>>) =>
  held.rows.map(({ item, gone }) => `${item.case_id}${item.version}${gone ? "-" : ""}`).join(" ");

test("rows keep their order and take the newest content; arrivals only count", () => {
  const held = holdRows(rows("abc"), rows("xcab", 2), false);
  expect(drawn(held)).toBe("a2 b2 c2");
  expect(held.arrivals).toBe(1);
});

test("what left the view stays where it was read, marked", () => {
  expect(drawn(holdRows(rows("abc"), rows("ac", 2), false))).toBe("a2 b1- c2");
});

test("what arrivals pushed out of the last page has not left", () => {
  const held = holdRows(rows("abcd"), rows("xyab", 2), true);
  expect(drawn(held)).toBe("a2 b2 c1 d1");
  expect(held.arrivals).toBe(2);
});

test("at the end of the list what is missing has left", () => {
  expect(drawn(holdRows(rows("abcd"), rows("xab", 2), false))).toBe("a2 b2 c1- d1-");
});
