import { expect, test } from "vitest";
import { mintReference } from "@/domain/reference";
import { likelyReferences, nearestOf, whyWords } from "./near-words";

test("a cut-off reference says how much is missing", () => {
  expect(whyWords({ why: "prefix", distance: 3, reference: "err_7c1f9a" })).toBe(
    "begins like it; 3 more characters",
  );
  expect(whyWords({ why: "prefix", distance: 1, reference: "err_7c1f9a" })).toBe(
    "begins like it; 1 more character",
  );
});

test("a reference with a check character says that it fits", () => {
  const reference = mintReference(new Uint8Array(10));
  expect(whyWords({ why: "one_edit", distance: 1, reference })).toBe(
    "one character differs; its check character fits",
  );
});

test("of several texts the one that shares most is compared", () => {
  const asked = [
    { reference: "err_000000", check: "unchecked" as const },
    { reference: "err_7clf9a", check: "unchecked" as const },
  ];
  expect(nearestOf("err_7c1f9a", asked)).toBe("err_7clf9a");
  expect(nearestOf("err_7c1f9a", [])).toBe("");
});

test("words without a figure are not shown as references, unless there is nothing else", () => {
  const words = (...references: string[]) =>
    references.map((reference) => ({ reference, check: "unchecked" as const }));
  expect(likelyReferences(words("err_7c1f9a", "the", "ticket"))).toEqual(words("err_7c1f9a"));
  expect(likelyReferences(words("err_7c1f9a", "seeerr_7c1f9a", "b2"))).toEqual(words("err_7c1f9a", "b2"));
  expect(likelyReferences(words("nothing", "here"))).toEqual(words("nothing"));
  expect(likelyReferences([])).toEqual([]);
});
