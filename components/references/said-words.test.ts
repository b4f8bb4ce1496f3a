import { expect, it } from "vitest";
import { DEFAULT_WORDINGS } from "@/domain/default-wordings";
import { STANDINGS } from "@/domain/standing";
import { allThatMayBeSaid, speaksForWords } from "./said-words";

it("all that may be said never says a warning twice, with any wording that Errata brings", () => {
  for (const standing of STANDINGS) {
    const text = allThatMayBeSaid({ ...DEFAULT_WORDINGS[standing], standing });
    expect(text).not.toContain("Do not:");
    expect(text).toContain(DEFAULT_WORDINGS[standing].do_not ?? DEFAULT_WORDINGS[standing].promise);
  }
});

it("a warning that names only the thing is told as one", () => {
  const own = {
    sentence: "Sorry.",
    promise: "We call.",
    do_not: "Promise a refund.",
    standing: "open" as const,
  };
  expect(allThatMayBeSaid(own)).toBe("Sorry.\n\nDo not: Promise a refund.\n\nSafe to promise: We call.");
});

it("says why a case speaks that the failure is no attempt of", () => {
  const by = { case_by_intent: false, case_by_reference: false };
  expect(speaksForWords(by, false)).toBeNull();
  expect(speaksForWords({ ...by, case_by_intent: true }, true)).toContain("was settled");
  expect(speaksForWords({ ...by, case_by_reference: true }, false)).toContain("under this reference");
});
