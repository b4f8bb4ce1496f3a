import { expect, test } from "vitest";
import { filterAt, isNarrowed, loadQueueParams, queueSearch } from "./queue-params";

const NOW = "2026-11-15T12:00:00.000000Z";
const read = (search: string) => loadQueueParams(new URLSearchParams(search));

test("a view goes into the address and comes back the same", () => {
  const search = "view=escalated&tool=refund&tool=book_slot&flag=no_key&assigned_to=me&claimed=false&due=4h";
  expect(queueSearch(read(search))).toBe(`?${search}`);
  expect(queueSearch(read(""))).toBe("");
});

test("what the address does not know is left out, not guessed", () => {
  expect(read("view=secret&flag=loud&claimed=maybe&due=5h")).toMatchObject({
    ...{ view: "open", flag: [], claimed: null, due: null },
  });
});

test("windows move with the clock, and the narrower of two holds", () => {
  expect(filterAt(read("due=4h&waiting=24h"), NOW)).toMatchObject({
    deadline_to: "2026-11-15T16:00:00.000000Z",
    opened_to: "2026-11-14T12:00:00.000000Z",
  });
  const fixed = "2026-11-15T13:00:00Z";
  expect(filterAt(read(`due=4h&deadline_to=${fixed}`), NOW).deadline_to).toBe(fixed);
});

test("a view alone narrows nothing", () => {
  expect(isNarrowed(read("view=mine"))).toBe(false);
  expect(isNarrowed(read("claimed=false"))).toBe(true);
  expect(isNarrowed(read("q=refund-8812"))).toBe(true);
});
