import { expect, test } from "vitest";
import { summarizeEvidence } from "./summarize-evidence";

const piece = (source: string, effect: "committed" | "absent" | null, minute: number) => ({
  source,
  verdict_id: source === "person" ? "v1" : null,
  effect,
  kind: "report",
  observed_at: `2026-11-15T12:${String(minute).padStart(2, "0")}:00.000000Z`,
});

test("what was given with a verdict is no machine's report", () => {
  expect(summarizeEvidence([piece("person", null, 1)])).toEqual({
    newest: null,
    machines: 0,
    contradicting: false,
  });
});

test("the newest report speaks, whatever the order", () => {
  const newest = piece("psp", "committed", 9);
  const summary = summarizeEvidence([newest, piece("nightly", "committed", 2)]);
  expect(summary).toEqual({ newest, machines: 2, contradicting: false });
});

test("machines that disagree are called out", () => {
  expect(summarizeEvidence([piece("a", "committed", 1), piece("b", "absent", 2)]).contradicting).toBe(true);
});
