import { expect, test } from "vitest";
import { contradictionOf } from "./contradiction";

const SAFE = "2026-11-15T12:15:00.000000Z";
const early = { effect: "absent" as const, observed_at: "2026-11-15T12:05:00.000000Z" };
const late = { effect: "absent" as const, observed_at: SAFE };
const there = { effect: "committed" as const, observed_at: "2026-11-15T12:10:00.000000Z" };
const thereStill = { effect: "committed" as const, observed_at: "2026-11-15T13:00:00.000000Z" };
const mute = { effect: null, observed_at: "2026-11-15T13:00:00.000000Z" };

test("not there yet, then there: no contradiction", () => {
  expect(contradictionOf([early, there, mute], SAFE)).toBeNull();
});

test("there, and yet not there once nothing could land any more: the newest of each", () => {
  expect(contradictionOf([there, late, thereStill], SAFE)).toEqual({ committed: thereStill, absent: late });
});
