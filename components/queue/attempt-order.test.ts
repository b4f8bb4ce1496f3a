import { expect, test } from "vitest";
import type { Attempt } from "@/lib/contract/attempts";
import type { GivenVerdict } from "@/lib/contract/verdicts";
import { attemptLines } from "./attempt-order";

const at = (minute: number) => `2026-11-15T12:0${minute}:00.000000Z`;
const tried = (minute: number) => ({ occurred_at: at(minute) }) as Attempt;
const told = (delivered_at: string | null, acknowledged_at: string | null, state = "settled") =>
  ({ state, delivery: { delivered_at, acknowledged_at } }) as GivenVerdict;
const lines = (attempts: Attempt[], verdicts: GivenVerdict[]) =>
  attemptLines(attempts, verdicts).map((line) =>
    line.is === "told" ? `told ${line.at.slice(14, 16)}` : `${line.number}${line.after_told ? " after" : ""}`,
  );

test("what the runtime did after it was told stands below what it was told", () => {
  expect(lines([tried(1), tried(2), tried(5)], [told(at(3), at(4))])).toEqual([
    "1",
    "2",
    "told 04",
    "3 after",
  ]);
});

test("fetched but not acknowledged is told too; a proposal and an unfetched verdict are not", () => {
  const verdicts = [told(at(3), null), told(null, null), told(at(1), null, "voided")];
  expect(lines([tried(2)], verdicts)).toEqual(["1", "told 03"]);
});

test("an attempt at the very moment was made before it was told", () => {
  expect(lines([tried(3)], [told(at(3), null)])).toEqual(["1", "told 03"]);
});
