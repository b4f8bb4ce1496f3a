import { expect, test } from "vitest";
import type { Attempt } from "@/lib/contract/cases";
import { describeLeft } from "./attempts-left";

const attempt = (reference: string, change: Partial<Attempt> = {}) =>
  ({ reference, effect: "unknown", found: null, ...change }) as Attempt;
const left = (attempts: Attempt[], flags: ("possible_duplicate" | "no_key")[] = ["possible_duplicate"]) =>
  describeLeft({ flags, attempts });

test("only a possible duplicate has its attempts settled one by one", () => {
  expect(left([attempt("err_1")], ["no_key"])).toBeNull();
});

test("what reported its effect, or was found, is settled; the others are named", () => {
  const attempts = [
    attempt("err_1", { effect: "absent" }),
    attempt("err_2", { found: "committed" }),
    attempt("err_3", { effect: null }),
  ];
  expect(left(attempts)).toContain("One attempt is not settled yet: err_3.");
  expect(left(attempts.slice(0, 2))).toBeNull();
});

test("of many the first three are named", () => {
  const attempts = ["a", "b", "c", "d", "e"].map((reference) => attempt(reference));
  expect(left(attempts)).toContain("5 attempts are not settled yet: a, b, c and 2 more.");
});
