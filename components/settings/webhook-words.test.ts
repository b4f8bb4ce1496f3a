import { expect, it } from "vitest";
import { tryWords } from "./webhook-words";

it.each([
  [{ status: 204, error: null, duration_ms: 31 }, "took it: 204 in 31 ms"],
  [{ status: 500, error: "refused", duration_ms: 9 }, "did not take it: 500 in 9 ms"],
  [{ status: 410, error: "gone", duration_ms: 9 }, "wants no more (410), so the webhook is off"],
  [{ status: null, error: "timed_out", duration_ms: 15_000 }, "gave no whole answer within 15 s"],
  [
    { status: null, error: "sender_stopped", duration_ms: 0 },
    "may have got it: Errata was stopped while sending",
  ],
  [{ status: null, error: "a_new_code", duration_ms: 1 }, "a_new_code"],
])("%j: the receiver %s", (tried, words) => {
  expect(tryWords(tried)).toBe(words);
});
