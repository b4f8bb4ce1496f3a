import { expect, test } from "vitest";
import { ApiError } from "@/lib/client/api-error";
import { placeRefusal, withRefusal } from "./place-refusal";

const refusal = (code: string, field?: string) =>
  new ApiError(409, { code, class: "semantic", message: code, ...(field !== undefined && { field }) });

test.each([
  ["effect_may_still_land", "evidence.observed_at", "observed_at"],
  ["observed_in_future", "observed_at", "observed_at"],
  ["evidence_required", "evidence", "evidence"],
  ["invalid_field", "evidence.0.url", "evidence"],
  ["invalid_field", "evidence.1.observed_at", "observed_at"],
  ["attempts_not_settled", undefined, "attempts"],
  ["verdict_contradicts_attempts", undefined, "verdict"],
  ["evidence_says_committed", "overrules", "overrules"],
  ["claim_expired", undefined, "claim"],
  ["claimed_by_other", undefined, "claim"],
  ["already_settled", undefined, "form"],
] as const)("%s at %s stands beside %s", (code, field, place) => {
  expect(placeRefusal(refusal(code, field))).toBe(place);
});

test("what was never answered is about no field", () => {
  expect(placeRefusal(new Error("offline"))).toBe("form");
});

test("a refusal joins what the form itself found", () => {
  const problems = { verdict: null, evidence: null, rows: { "1": { url: "no address" } } };
  expect(withRefusal(problems, { place: "observed_at", words: "too early" }, "1")).toEqual({
    ...problems,
    rows: { "1": { url: "no address", observed_at: "too early" } },
  });
  expect(withRefusal(null, { place: "verdict", words: "no" }, null)?.verdict).toBe("no");
  expect(withRefusal(null, { place: "observed_at", words: "early" }, null)?.evidence).toBe("early");
  expect(withRefusal(problems, { place: "attempts", words: "two left" }, "1")).toBe(problems);
  expect(withRefusal(problems, null, "1")).toBe(problems);
});
