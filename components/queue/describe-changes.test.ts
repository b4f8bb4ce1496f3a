import { expect, test } from "vitest";
import { describeChanges } from "./describe-changes";

const base = {
  state: "open",
  opening: 1,
  claimed_by: null,
  claimed_by_id: null,
  attempt_count: 1,
  evidence: [],
  verdicts: [],
};
const changes = (before: object, after: object) =>
  describeChanges({ ...base, ...before }, { ...base, ...after }, "me");
const byAna = { claimed_by: "Ana", claimed_by_id: "ana" };
const verdict = (by_id: string, acknowledged_at: string | null = null) => ({
  by: "Ana",
  by_id,
  delivery: { acknowledged_at },
});

test.each([
  ["nothing", {}, {}, []],
  ["another's claim", {}, byAna, ["Ana claimed the case."]],
  ["another's claim that ended", byAna, {}, ["Ana no longer holds the case."]],
  ["my own claim", {}, { claimed_by: "Me", claimed_by_id: "me" }, []],
  ["two attempts", {}, { attempt_count: 3 }, ["2 more attempts came in."]],
  ["evidence", {}, { evidence: [{ by_id: "stripe" }] }, ["New evidence came in."]],
  ["my own evidence", {}, { evidence: [{ by_id: "me" }] }, []],
  ["an assignment to me", {}, { assigned_to_id: "me" }, ["It is assigned to you now."]],
  ["an assignment to another", {}, { assigned_to_id: "ana" }, []],
  [
    "another's escalation",
    {},
    { escalated_at: "2026-11-15T12:00:00Z", escalated_by: "Ana", escalated_by_id: "ana" },
    ["Ana escalated it."],
  ],
  ["a snooze", {}, { snoozed_until: "2026-11-15T12:00:00Z", snoozed_by: "Ana" }, ["Ana put it aside."]],
  [
    "my own snooze",
    {},
    {
      ...{ snoozed_until: "2026-11-15T12:00:00Z", snoozed_by: "Me" },
      moves: [{ by_id: "me", move: "snoozed" }],
    },
    [],
  ],
  [
    "what my own look brought",
    { probe_runs: [] },
    {
      probe_runs: [{ by_id: "me", evidence_id: "e1" }],
      evidence: [{ by_id: "errata", evidence_id: "e1" }],
    },
    [],
  ],
  ["a look by itself", { probe_runs: [] }, { probe_runs: [{ by_id: "system" }] }, ["The outside was asked."]],
  ["my own look", { probe_runs: [] }, { probe_runs: [{ by_id: "me" }] }, []],
  ["another's file", {}, { attachments: [{ by_id: "ana" }] }, ["There is a new file."]],
  ["my own file", {}, { attachments: [{ by_id: "me" }] }, []],
  [
    "another's verdict, told once and not as evidence too",
    byAna,
    { state: "settled", verdicts: [verdict("ana")], evidence: [{ by_id: "me" }] },
    ["Ana settled the case."],
  ],
  ["my own verdict", {}, { state: "settled", verdicts: [verdict("me")], evidence: [{ by_id: "me" }] }, []],
  [
    "an acknowledgement",
    { state: "settled", verdicts: [verdict("me")] },
    { state: "settled", verdicts: [verdict("me", "2026-11-15T12:00:00.000000Z")] },
    ["The runtime acknowledged the verdict."],
  ],
  ["a reopening", { state: "settled" }, { opening: 2 }, ["The case was reopened."]],
  ["my own reopening", { state: "settled" }, { opening: 2, notes: [{ by_id: "me", kind: "reopening" }] }, []],
  ["my own note", {}, { notes: [{ by_id: "me", kind: "note" }] }, []],
  ["another's note", {}, { notes: [{ by_id: "ana", kind: "note" }] }, ["There is a new note."]],
])("%s", (_, before, after, words) => {
  expect(changes(before, after)).toEqual(words);
});
