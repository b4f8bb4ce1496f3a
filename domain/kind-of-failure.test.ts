import { expect, test } from "vitest";
import { kindOf, type RecordOfKind } from "./kind-of-failure";

const at = (minute: number) => `2026-11-30T08:${String(minute).padStart(2, "0")}:00.000000Z`;
const record = (minute: number, parts: Partial<RecordOfKind> = {}): RecordOfKind => ({
  ...{ reference: `err_${minute}`, event_id: null, captured_at: at(minute), tool: "pay", release: "1" },
  ...parts,
});

test("of no record nothing is known", () => {
  expect(kindOf([], at(1), 10)).toBeNull();
});

test("several records of one failure are one failure, shown by the newest", () => {
  const kind = kindOf([record(9, { reference: "err_1" }), record(5), record(1)], null, 10);
  expect(kind).toMatchObject({
    failures: 2,
    tools: 1,
    releases: 1,
    first_seen_at: at(1),
    last_seen_at: at(9),
  });
  expect(kind?.latest.map(({ captured_at }) => captured_at)).toEqual([at(9), at(5)]);
});

test("what is not known is not counted, and what is beyond the count is said", () => {
  const records = [record(9, { release: null, tool: null }), record(8, { release: "2" }), record(7)];
  expect(kindOf(records, at(0), 2)).toMatchObject({
    ...{ failures: 2, tools: 1, releases: 1, more: true },
    ...{ first_seen_at: at(0), last_seen_at: at(9) },
  });
});

test("five of the newest are named", () => {
  const records = Array.from({ length: 9 }, (_, index) => record(20 - index));
  expect(kindOf(records, null, 10)?.latest.map(({ reference }) => reference)).toEqual(
    [20, 19, 18, 17, 16].map((minute) => `err_${minute}`),
  );
});
