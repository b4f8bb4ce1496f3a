import { expect, test } from "vitest";
import type { Attempt } from "@/lib/contract/attempts";
import { describeContradiction, describeLeft } from "./attempts-left";

const REOPENED = "2026-11-15T12:00:00.000000Z";
const AFTER = "2026-11-15T12:01:00.000000Z";
const attempt = (reference: string, change: Partial<Attempt> = {}) =>
  ({ reference, effect: "unknown", found: null, found_at: null, ...change }) as Attempt;
const left = (attempts: Attempt[], flags: ("possible_duplicate" | "no_key")[] = ["possible_duplicate"]) =>
  describeLeft({ flags, attempts, reopened_at: REOPENED });

test("only a possible duplicate has its attempts settled one by one", () => {
  expect(left([attempt("err_1")], ["no_key"])).toBeNull();
});

test("what reported its effect, or was found, is settled; the others are named", () => {
  const attempts = [
    attempt("err_1", { effect: "absent" }),
    attempt("err_2", { found: "committed", found_at: AFTER }),
    attempt("err_3", { effect: null }),
  ];
  expect(left(attempts)).toContain("One attempt is not settled yet: err_3.");
  expect(left(attempts.slice(0, 2))).toBeNull();
});

test("of many the first three are named", () => {
  const attempts = ["a", "b", "c", "d", "e"].map((reference) => attempt(reference));
  expect(left(attempts)).toContain("5 attempts are not settled yet: a, b, c and 2 more.");
});

test("what was found before it was reopened has to be looked at again", () => {
  const before = attempt("err_1", { found: "absent", found_at: "2026-11-15T11:00:00.000000Z" });
  expect(left([before])).toContain("err_1");
});

test("an answer against what was found is said before it is sent, once nothing is left", () => {
  const of = (attempts: Attempt[]) => ({
    flags: ["possible_duplicate" as const],
    attempts,
    reopened_at: REOPENED,
  });
  const found = attempt("err_1", { found: "committed", found_at: AFTER });
  expect(describeContradiction(of([found]), "absent")).toContain("does not agree");
  expect(describeContradiction(of([found]), "committed")).toBeNull();
  expect(describeContradiction(of([found, attempt("err_2")]), "absent")).toBeNull();
  expect(describeContradiction(of([found]), null)).toBeNull();
});
