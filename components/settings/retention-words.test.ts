import { expect, test } from "vitest";
import { daysOf, wordsOfLoss } from "./retention-words";

test.each([
  ["90", 90],
  [" 7 ", 7],
  ["3650", 3650],
  ["0", null],
  ["3651", null],
  ["-1", null],
  ["7.5", null],
  ["", null],
  ["1e3", null],
])("%j is read as %j days", (typed, days) => expect(daysOf(typed)).toBe(days));

const preview = { retention_days: 7, partitions: 2, bytes: 9, oldest_event_at: null, until: null };

test("what would go is said in whole numbers, an estimate as one", () => {
  expect(wordsOfLoss({ ...preview, events: 1, frames: 1, estimated: false })).toBe(
    "1 event and 1 record of frames",
  );
  expect(wordsOfLoss({ ...preview, events: 120_400, frames: 0, estimated: true })).toBe(
    "about 120,400 events and 0 records of frames",
  );
});
