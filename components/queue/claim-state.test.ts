import { expect, test } from "vitest";
import { claimStateOf, shouldRenew } from "./claim-state";

const NOW = Date.parse("2026-11-15T12:00:00Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const claim = (claimed_by_id: string | null, minutes: number | null, held = false) =>
  claimStateOf(
    { state: "open", claimed_by_id, claim_expires_at: minutes === null ? null : at(minutes) },
    "me",
    held,
    NOW,
  );

test.each([
  ["nobody's case is free", claim(null, null), "free"],
  ["a live claim of mine", claim("me", 10), "mine"],
  ["a live claim of another", claim("ana", 10), "other"],
  ["another's ended claim leaves it free", claim("ana", -1), "free"],
  ["my ended claim is lost, not free", claim("me", 0), "lost"],
  ["it stays lost when the server has freed it", claim(null, null, true), "lost"],
  ["taken by another after I lost it", claim("ana", 10, true), "other"],
])("%s", (_, { is }, expected) => {
  expect(is).toBe(expected);
});

test("a settled case is closed to claims", () => {
  expect(
    claimStateOf({ state: "settled", claimed_by_id: "me", claim_expires_at: at(5) }, "me", true, NOW).is,
  ).toBe("closed");
});

test("the end is announced two minutes before it", () => {
  expect(claim("me", 2.1)).toMatchObject({ ending: false });
  expect(claim("me", 2)).toMatchObject({ ending: true });
});

test("using the page renews a claim that is two minutes old, and no other's", () => {
  expect(shouldRenew(claim("me", 14))).toBe(false);
  expect(shouldRenew(claim("me", 13))).toBe(true);
  expect(shouldRenew(claim("ana", 5))).toBe(false);
});
