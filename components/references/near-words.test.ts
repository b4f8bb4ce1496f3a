import { expect, test } from "vitest";
import { readCandidates } from "@/domain/candidates";
import { mintReference } from "@/domain/reference";
import { isMerelyProse, likelyReferences, nearestOf, onlyReference, whyWords } from "./near-words";

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
    { reference: "err_000000", check: "unchecked" as const, wrong_at: null },
    { reference: "err_7clf9a", check: "unchecked" as const, wrong_at: null },
  ];
  expect(nearestOf("err_7c1f9a", asked)).toBe("err_7clf9a");
  expect(nearestOf("err_7c1f9a", [])).toBe("");
});

test("words without a figure are not shown as references, unless they are written like one", () => {
  const words = (...references: string[]) =>
    references.map((reference) => ({ reference, check: "unchecked" as const, wrong_at: null }));
  expect(likelyReferences(words("err_7c1f9a", "the", "ticket"))).toEqual(words("err_7c1f9a"));
  expect(likelyReferences(words("err_7c1f9a", "seeerr_7c1f9a", "b2"))).toEqual(words("err_7c1f9a", "b2"));
  expect(likelyReferences(words("nothinghere", "nothing", "here"))).toEqual([]);
  expect(likelyReferences(words("ab-cd", "here"))).toEqual(words("ab-cd"));
  expect(likelyReferences([])).toEqual([]);
});

test("prose is told from a text with a reference; a single word may always be meant as one", () => {
  const read = (q: string) =>
    readCandidates(q).map(({ readings }) => ({
      reference: readings[0] ?? "",
      check: "unchecked" as const,
      wrong_at: null,
    }));
  const prose = (q: string) => isMerelyProse(q, read(q));
  expect(prose("hello no reference")).toBe(true);
  expect(prose("the ticket service failed and nobody could tell the user why")).toBe(true);
  expect(prose(" ")).toBe(true);
  expect(prose("deadbeef")).toBe(false);
  expect(prose("see 7c1f9a please")).toBe(false);
  expect(prose("err_7c1 f9a")).toBe(false);
});

test("what a user says can be reported of the one reference that the text is about", () => {
  const asked = (q: string) =>
    onlyReference(
      q,
      readCandidates(q).map(({ readings }) => ({
        ...{ reference: readings.at(-1) ?? "", check: "unchecked" as const, wrong_at: null },
      })),
    );
  expect(asked("err_7c1f9a")).toBe("err_7c1f9a");
  expect(asked("I was shown err_7c1f9a, and now?")).toBe("err_7c1f9a");
  expect(asked("timeout")).toBe("timeout");
  expect(asked("err_7c1f9a or err_55aa01")).toBeNull();
});
