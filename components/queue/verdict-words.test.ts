import { expect, test } from "vitest";
import { rule, VERDICTS } from "@/domain/verdict";
import { cautionOf, describeIssued, describeRuling } from "./verdict-words";

const NOW = "2026-11-15T12:00:00.000000Z";
const LATER = "2026-11-16T02:10:00.000000Z";
const format = (iso: string) => iso.slice(11, 16);
const protecting = { key_expires_at: LATER, key_reused: false };
const unprotected = { key_expires_at: null, key_reused: false };

test.each([
  ["committed", protecting, "it happened; treat it as done"],
  ["absent", protecting, "it did not happen; it is safe to retry with the same key until 02:10"],
  ["absent", unprotected, "it did not happen; it is safe to retry with a new key"],
  ["compensated", protecting, "it happened and was undone; make another plan with a new key"],
  ["undeterminable", protecting, "nobody can tell; stop, and do not try again"],
] as const)("%s is told in words before it is sent", (verdict, key, words) => {
  expect(describeRuling(rule(verdict, key, NOW), format)).toBe(words);
});

test("a reused key is never promised to protect", () => {
  const ruling = rule("absent", { key_expires_at: LATER, key_reused: true }, NOW);
  expect(describeRuling(ruling, format)).toContain("with a new key");
  expect(cautionOf(ruling)).toContain("happen twice");
});

test("only a plain success goes without a caution", () => {
  const silent = VERDICTS.filter((verdict) => cautionOf(rule(verdict, protecting, NOW)) === null);
  expect(silent).toEqual(["committed"]);
});

test("what was given is announced by the state that was answered, and never as sent", () => {
  expect(describeIssued("settled")).toBe("Settled: the runtime is told when it asks");
  expect(describeIssued("awaiting_second")).toBe("Put to a second person");
});
