import { expect, test } from "vitest";
import { describeFilter, isFiltered } from "./describe-filter";
import { loadQueueParams } from "./queue-params";

const words = {
  format: (iso: string) => iso.slice(11, 16),
  nameOf: (id: string) => (id === "p1" ? "Rita" : undefined),
};
const chips = (search: string) => describeFilter(loadQueueParams(new URLSearchParams(search)), words);

test("each value is a chip of its own, and takes only itself away", () => {
  const [refund, slot, flag] = chips("tool=refund&tool=book_slot&flag=no_key");
  expect([refund?.words, slot?.words, flag?.words]).toEqual(["refund", "book_slot", "no key"]);
  expect(refund?.without).toEqual({ tool: ["book_slot"] });
});

test("people are named, windows and ranges said in words", () => {
  const search =
    "assigned_to=p1&assigned_to=nobody&claimed=false&due=4h&opened_from=2026-11-15T10:00:00Z&opened_to=2026-11-15T11:00:00Z&deadline_to=2026-11-15T12:00:00Z";
  expect(chips(search).map((chip) => chip.words)).toEqual([
    "assigned to Rita",
    "assigned to nobody",
    "held by nobody",
    "due within 4 h",
    "opened 10:00 – 11:00",
    "due before 12:00",
  ]);
});

test("a time that is none is shown as it is", () => {
  expect(chips("opened_from=yesterday").map((chip) => chip.words)).toEqual(["opened since yesterday"]);
});

test("the header's filters are not the list's own", () => {
  expect(isFiltered(loadQueueParams(new URLSearchParams("service=a&view=mine")))).toBe(false);
  expect(isFiltered(loadQueueParams(new URLSearchParams("q=err_7c1f9a")))).toBe(true);
});
