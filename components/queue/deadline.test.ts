import { expect, test } from "vitest";
import { describeDeadline } from "./deadline";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const facts = {
  deadline_at: "2026-11-15T14:00:00.000000Z",
  key_expires_at: null,
  flags: [],
  state: "open",
};

test.each([
  ["2026-11-15T14:00:00.000000Z", "calm"],
  ["2026-11-15T12:59:00.000000Z", "soon"],
  ["2026-11-15T12:00:00.000000Z", "overdue"],
])("a deadline at %s is %s", (deadline_at, urgency) => {
  expect(describeDeadline({ ...facts, deadline_at }, NOW).urgency).toBe(urgency);
});

test("a settled case is never overdue", () => {
  const past = { ...facts, deadline_at: "2026-11-14T12:00:00.000000Z", state: "settled" };
  expect(describeDeadline(past, NOW).urgency).toBe("met");
});

test("the deadline is the key's only while the key protects", () => {
  const keyed = { ...facts, key_expires_at: facts.deadline_at };
  expect(describeDeadline(keyed, NOW).what).toBe("the key stops protecting");
  expect(describeDeadline({ ...keyed, flags: ["key_reused"] }, NOW).what).toContain("SLA");
  expect(describeDeadline(facts, NOW).what).toContain("SLA");
});

test("what has happened is said as past", () => {
  const later = NOW + 3 * 3_600_000;
  expect(describeDeadline(facts, later).what).toBe("the tool's SLA ended");
  expect(describeDeadline({ ...facts, key_expires_at: facts.deadline_at }, later).what).toBe(
    "the key stopped protecting",
  );
});
