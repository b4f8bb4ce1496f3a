import { describe, expect, test } from "vitest";
import { type CaseByItself, type KnownBefore, settlesByItself } from "./automatic-settling";
import { CASE_FLAGS } from "./case-rules";
import { addSeconds } from "./instant";
import type { Observation } from "./verdict";

const now = "2026-11-29T10:00:00.000000Z";
const at = (seconds: number) => addSeconds(now, seconds);
/** The last attempt was 20 min ago and could land until 5 min ago; the key protects for an hour more. */
const found: CaseByItself = {
  ...{ state: "open", opening: 1, flags: [], reopened_because: null, escalated_at: null, reporter_ids: [] },
  ...{ claimed_by: null, claimed_by_id: null, claim_expires_at: null },
  ...{
    first_attempt_at: at(-2400),
    last_attempt_at: at(-1200),
    safe_after: at(-300),
    key_expires_at: at(3600),
  },
};
const both = {
  settles_automatically: "committed_or_absent",
  needs_second_person: false,
  in_flight_seconds: 900,
} as const;
const see = (effect: Observation["effect"], seconds = 0): Observation => ({
  effect,
  observed_at: at(seconds),
});
const NOTHING: KnownBefore = { observations: [], verdicts: [], attempts: [] };
const settles = (
  parts: Partial<CaseByItself>,
  evidence: Observation,
  observations: Observation[] = [],
  rules: Parameters<typeof settlesByItself>[3] = both,
) => settlesByItself({ ...found, ...parts }, evidence, { ...NOTHING, observations }, rules, now);

test.each([
  ["never", "committed", false],
  ["committed", "committed", true],
  ["committed", "absent", false],
  ["committed_or_absent", "committed", true],
  ["committed_or_absent", "absent", true],
] as const)("a tool that says %s: evidence %s settles: %s", (settles_automatically, effect, may) => {
  expect(settles({}, see(effect), [], { ...both, settles_automatically })).toBe(may);
});

test("never where a second person is asked for", () => {
  expect(settles({}, see("committed"), [], { ...both, needs_second_person: true })).toBe(false);
});

test.each([
  ["held", { claimed_by: "Ann", claimed_by_id: "a", claim_expires_at: at(1) }, false],
  ["held until now", { claimed_by: "Ann", claimed_by_id: "a", claim_expires_at: now }, true],
  ["reported by a person", { reporter_ids: ["person-1"] }, false],
  ["escalated", { escalated_at: at(-1) }, false],
  ["awaiting a second person", { state: "awaiting_second" }, false],
  ["settled", { state: "settled" }, false],
  ["reopened by a person", { opening: 2, reopened_because: "by_hand" }, false],
  ["reopened because an answer came too late", { opening: 2, reopened_because: "expired" }, true],
] as const)("a case that is %s: %s", (_name, parts, may) => {
  expect(settles(parts, see("committed"))).toBe(may);
});

test.each(CASE_FLAGS)("with the flag %s", (flag) => {
  const harmless = ["inferred", "no_key", "delivery_failed"].includes(flag);
  expect(settles({ flags: [flag] }, see("committed"))).toBe(harmless);
});

describe("what else was seen", () => {
  test.each([
    ["absent while it could still land, then committed", see("committed"), see("absent", -900), true],
    ["absent when nothing could land any more, then committed", see("committed"), see("absent", -100), false],
    ["committed, then absent", see("committed", -1000), see("absent", -900), false],
    ["committed, and an absence", see("absent"), see("committed", -1000), false],
    [
      "committed later, and an older absence that arrives late",
      see("absent", -1100),
      see("committed"),
      false,
    ],
    ["twice the same", see("committed"), see("committed", -9), true],
  ] as const)("%s", (_name, evidence, other, may) => {
    expect(settles({}, evidence, [other])).toBe(may);
  });
});

test.each([
  ["committed", "absent", false],
  ["committed", "committed", true],
  ["absent", "committed", false],
  ["absent", "absent", true],
  ["compensated", "committed", false],
  ["undeterminable", "committed", false],
] as const)("after an earlier verdict %s, evidence %s settles: %s", (verdict, effect, may) => {
  const known: KnownBefore = { ...NOTHING, verdicts: [{ verdict, observed_at: at(-600) }] };
  expect(
    settlesByItself({ ...found, opening: 2, reopened_because: "expired" }, see(effect), known, both, now),
  ).toBe(may);
});

test("no absence goes over an earlier word that it happened, not even where the key protects a repeat", () => {
  const early = { ...found, opening: 3, reopened_because: "new_attempt", safe_after: at(300) } as const;
  for (const verdict of ["committed", "compensated"] as const) {
    const verdicts = [verdict, "absent" as const].map((one) => ({ verdict: one, observed_at: at(-1300) }));
    expect(settlesByItself(early, see("absent"), { ...NOTHING, verdicts }, both, now)).toBe(false);
    expect(settlesByItself(early, see("absent"), NOTHING, both, now)).toBe(true);
  }
});

test.each([
  ["committed", "absent", false],
  ["undeterminable", "absent", false],
  ["absent", "absent", true],
  ["absent", "committed", false],
  ["committed", "committed", true],
] as const)("a person found an attempt %s: evidence %s settles: %s", (finding, effect, may) => {
  const one = { attempt_id: 1, effect: "unknown", found: finding, found_at: at(-700) } as const;
  const later = { ...found, opening: 2, reopened_because: "expired" } as const;
  for (const of of [found, later])
    expect(settlesByItself(of, see(effect), { ...NOTHING, attempts: [one] }, both, now)).toBe(may);
});

describe("when it was seen", () => {
  const unprotected = { key_expires_at: at(-1) };
  test.each([
    ["an absence before the last attempt", {}, see("absent", -1201), false],
    ["a commit before the last attempt", {}, see("committed", -1201), true],
    ["a commit while the first attempt was on its way", {}, see("committed", -3300), true],
    ["a commit before the first attempt can have begun", {}, see("committed", -3301), false],
    ["an absence before the first attempt", { last_attempt_at: at(-2400) }, see("absent", -2401), false],
    [
      "in a later opening, such a commit",
      { opening: 2, reopened_because: "new_attempt" },
      see("committed", -1201),
      false,
    ],
    ["an absence while it may land, the key protecting", {}, see("absent", -400), true],
    ["an absence while it may land, nothing protecting", unprotected, see("absent", -400), false],
    ["an absence once it is final, nothing protecting", unprotected, see("absent", -300), true],
  ] as const)("%s: %s", (_name, parts, evidence, may) => {
    expect(settles(parts, evidence)).toBe(may);
  });
});
