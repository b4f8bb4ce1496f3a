import { expect, test } from "vitest";
import { prepareEvent } from "@/domain/event";
import { instantFromMicros } from "@/domain/instant";
import { LEAK_KINDS } from "@/domain/leak-kinds";
import { UNPINNED } from "@/domain/permissions";
import { digest } from "@/lib/platform/digest";
import { ODD_PRODUCERS } from "./odd-producers";
import { createRandom } from "./random";

const NOW = Date.parse("2026-11-29T22:30:30Z") * 1000;

function readAll(source: string) {
  const producer = ODD_PRODUCERS.find((each) => each.source === source);
  const random = createRandom("test");
  const items = Array.from({ length: 12 }, (_, round) => producer?.batches(NOW, random, round) ?? []).flat(2);
  return items.map((item) =>
    prepareEvent(item, {
      ...{ source_id: 1, pins: UNPINNED, now: instantFromMicros(NOW), retention_days: 90, digest },
      ...{ unmapped_codes: new Set<string>(), sanitized: false },
    }),
  );
}

test("one is ahead of its time: accepted, and marked as skewed", () => {
  const read = readAll("edge-gateway");
  expect(read.every((outcome) => outcome.ok && outcome.event.marks.includes("skewed"))).toBe(true);
});

test("one sends again what it sent, the same or changed", () => {
  const read = readAll("booking-worker").flatMap((outcome) => (outcome.ok ? [outcome.event] : []));
  const ids = new Set(read.map(({ event_id }) => event_id));
  const contents = new Set(read.map(({ event_id, content_hash }) => `${event_id} ${content_hash}`));
  expect(ids.size).toBeLessThan(read.length / 1.5);
  expect(contents.size).toBeGreaterThan(ids.size);
});

test("one leaves out the tool, or the year, or the code", () => {
  const read = readAll("legacy-crm");
  const codes = new Set(read.flatMap((outcome) => (outcome.ok ? [] : [outcome.rejection.code])));
  expect([...codes].sort()).toEqual(["occurred_at_out_of_range", "tool_required"]);
  expect(read.some((outcome) => outcome.ok && outcome.event.marks.includes("malformed_code"))).toBe(true);
});

test("one hands its caller what was meant for the log, each kind of it in the first rounds, and nothing unmapped", () => {
  const read = readAll("partner-portal").flatMap((outcome) => (outcome.ok ? [outcome] : []));
  expect(read).toHaveLength(12);
  expect(read.every(({ event }) => event.marks.includes("leaked") && event.code === "invalid_status")).toBe(
    true,
  );
  const kinds = read.slice(0, LEAK_KINDS.length).flatMap(({ leaks }) => leaks);
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(LEAK_KINDS));
});
