import { describe, expect, it } from "vitest";
import { keyProtects, rule, speaksAgainst, type Verdict, whyNotAbsent } from "./verdict";

const [EARLY, NOW, LATER] = ["10", "11", "12"].map((day) => `2026-11-${day}T00:00:00.000000Z`) as [
  string,
  string,
  string,
];
const protecting = { key_expires_at: LATER, key_reused: false };
const over = { key_expires_at: NOW, key_reused: false };
const reused = { key_expires_at: LATER, key_reused: true };
const none = { key_expires_at: null, key_reused: false };

describe("the directive", () => {
  it.each([
    ["committed", protecting, "treat_as_done", null, null],
    ["absent", protecting, "safe_to_retry", "same_key", LATER],
    ["absent", over, "safe_to_retry", "new_key", null],
    ["absent", reused, "safe_to_retry", "new_key", null],
    ["absent", none, "safe_to_retry", "new_key", null],
    ["compensated", protecting, "replan", "new_key", null],
    ["undeterminable", protecting, "stop", null, null],
  ] as const)("of %s with %o is %s", (verdict, key, directive, retry_with, valid_until) => {
    expect(rule(verdict, key, NOW)).toEqual({ verdict, directive, retry_with, valid_until });
  });
});

describe("absent", () => {
  it("is permitted once nothing can land, or while the key catches a repeat", () => {
    expect(whyNotAbsent(none, NOW, NOW, NOW)).toBeNull();
    expect(whyNotAbsent(protecting, LATER, NOW, NOW)).toBeNull();
    for (const key of [none, over, reused])
      expect(whyNotAbsent(key, LATER, NOW, NOW)).toMatchObject({
        code: "effect_may_still_land",
        details: { permitted_from: LATER },
      });
  });

  it("the key protects until its end, not at it, and never when it was reused", () => {
    expect([protecting, over, reused, none].map((key) => keyProtects(key, NOW))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("contradiction", () => {
  const against = (verdict: Verdict, effect: "committed" | "absent", observed_at: string, safe_after = NOW) =>
    speaksAgainst({ verdict, observed_at: NOW }, { effect, observed_at }, safe_after);

  it.each<[Verdict, "committed" | "absent", string, boolean]>([
    ["absent", "committed", EARLY, true],
    ["absent", "absent", LATER, false],
    ["committed", "committed", LATER, false],
    ["committed", "absent", EARLY, false],
    ["committed", "absent", NOW, true],
    ["compensated", "committed", EARLY, false],
    ["compensated", "committed", LATER, true],
    ["compensated", "absent", LATER, false],
    ["undeterminable", "committed", EARLY, true],
    ["undeterminable", "absent", EARLY, false],
    ["undeterminable", "absent", LATER, true],
  ])("%s, then %s seen at %s: %s", (verdict, effect, observed_at, expected) => {
    expect(against(verdict, effect, observed_at)).toBe(expected);
  });
});
