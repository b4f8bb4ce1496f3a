import { expect, test } from "vitest";
import { IntakeTally, tallyAnswer } from "./intake-tally";

const NOW = "2026-11-15T10:07:30.000000Z";

test.each([
  ["2026-11-15T10:47:30.000000Z", "1"],
  ["2026-11-15T10:07:29.000000Z", "1"],
  ["2026-11-15T10:07:28.999999Z", "5"],
  ["2026-11-15T10:02:30.000000Z", "300"],
  ["2026-11-14T10:07:30.000000Z", "86400"],
  ["2026-11-14T10:07:29.999999Z", "inf"],
  ["1970-01-01T00:00:00.000000Z", "inf"],
])("an event of %s is late by at most %s seconds", (occurred_at, bound) => {
  const tally = new IntakeTally("events", NOW);
  tally.addAccepted({ source_id: 1, occurred_at, marks: [] });
  expect(tally.rows().find(({ measure }) => measure === "lag")).toMatchObject({ detail: bound, items: 1 });
});

test("equal rows are one, apart by source, measure and detail", () => {
  const tally = new IntakeTally("events", NOW);
  for (const source_id of [1, 1, 2])
    tally.addAccepted({ source_id, occurred_at: NOW, marks: ["skewed", "scrubbed"] });
  tally.addQuarantined({ source_id: 2, reason: "tool_required" });
  tally.addQuarantined({ source_id: 2, reason: "invalid_json" });
  tally.addQuarantined({ source_id: 2, reason: "conflict" });
  const rows = tally.rows();
  expect(rows).toContainEqual({
    source_id: 1,
    door: "events",
    slot: "2026-11-15T10:05:00Z",
    measure: "skewed",
    detail: "",
    items: 2,
  });
  expect(rows).toHaveLength(4 + 4 + 3);
});

test("the counts of an answer sum to its items", () => {
  const results = [
    { status: "accepted" },
    { status: "duplicate" },
    { status: "conflict", error: { code: "conflict" } },
    { status: "rejected", error: { code: "blank_tool" } },
    { status: "accepted" },
  ] as const;
  const rows = tallyAnswer("calls", { source_id: 1, now: { iso: NOW } }, results);
  expect(rows.map(({ measure, detail, items }) => [measure, detail, items])).toEqual([
    ["accepted", "", 2],
    ["duplicate", "", 1],
    ["conflict", "", 1],
    ["rejected", "blank_tool", 1],
  ]);
});
