import { expect, test } from "vitest";
import type { DataFile } from "./find-files";
import { ruleFor } from "./kinds";
import { batchItemsFor, Pace } from "./pace";
import { describeProgress, drawBar, ProgressView } from "./progress";
import { emptyTally } from "./tally";

function file(): DataFile {
  const rule = ruleFor("events");
  if (!rule) throw new Error("events");
  return { rule, path: "/d/events.ndjson", name: "events.ndjson", bytes: 1000 };
}

test("progress says how far, what became of the lines, how fast", () => {
  const tally = { ...emptyTally(), accepted: 1500, duplicate: 500, unreadable: 1 };
  expect(describeProgress({ file: file(), tally, bytes_done: 500 }, 2)).toBe(
    `${"█".repeat(12)}${"░".repeat(12)}  50%  1,500 accepted · 500 duplicate · 0 conflict · 0 rejected · 1 unreadable  1,001/s`,
  );
});

test("a bar never leaves its frame", () => {
  expect([drawBar(-1, 4), drawBar(0.5, 4), drawBar(7, 4)]).toEqual(["░░░░", "██░░", "████"]);
});

test("without a terminal nothing is redrawn, and only twenty faults are listed", () => {
  let written = "";
  const view = new ProgressView({ write: (text) => (written += text) });
  const one = file();
  for (let line = 1; line <= 25; line += 1) view.on_fault(one, line, "rejected", "invalid_tool");
  view.on_progress({ file: one, tally: emptyTally(), bytes_done: 10 });
  view.on_end({ file: one, tally: { ...emptyTally(), rejected: 25 }, bytes_done: 1000 });
  expect(written).not.toContain("\r");
  expect(written.match(/rejected: invalid_tool/g)).toHaveLength(20);
  expect(written).toContain("events.ndjson:1 rejected: invalid_tool");
  expect(written).toContain("… and 5 more faults");
});

test("a pace holds back what would be too early", async () => {
  const pace = new Pace(100);
  expect(pace.holdMs(0)).toBe(0);
  const startedAt = Date.now();
  await pace.take(50, new AbortController().signal);
  expect(pace.holdMs(startedAt)).toBeGreaterThanOrEqual(500);
  expect(pace.holdMs(startedAt + 10_000)).toBe(0);
  expect(new Pace(null).holdMs(0)).toBe(0);
});

test("a small rate makes small batches, never empty ones", () => {
  expect([
    batchItemsFor(null, 500),
    batchItemsFor(1, 500),
    batchItemsFor(40, 500),
    batchItemsFor(9e9, 500),
  ]).toEqual([500, 1, 20, 500]);
});
