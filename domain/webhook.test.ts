import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RETRY_AFTER_SECONDS, readRetryAfter, secondsToNextTry, tryError } from "./webhook";

const chance = fc.double({ min: 0, max: 0.999, noNaN: true });

describe("the schedule", () => {
  it("is that of the contract and ends after ten tries", () => {
    const pauses = Array.from({ length: 10 }, (_, failed) => secondsToNextTry(failed + 1, null, 0));
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  });

  it("never comes back early, whatever chance and receiver say, nor later than a day and a tenth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(), chance, (tries, asked, luck) => {
        const seconds = secondsToNextTry(tries, asked, luck) ?? 0;
        return seconds >= (RETRY_AFTER_SECONDS[tries - 1] ?? 0) && seconds <= 86_400 * 1.1;
      }),
    );
  });

  it("gives a receiver the time it asks for", () => {
    expect(secondsToNextTry(1, 120, 0.5)).toBe(120);
    expect(secondsToNextTry(2, 120, 0)).toBe(300);
    expect(secondsToNextTry(10, 120, 0)).toBeNull();
  });
});

describe("Retry-After", () => {
  const now = new Date("2026-11-30T12:00:00Z");
  it.each([
    ["120", 120],
    ["0", 0],
    ["Mon, 30 Nov 2026 12:00:30 GMT", 30],
    ["Mon, 30 Nov 2026 11:00:00 GMT", 0],
    ["soon", null],
    ["-5", null],
    [undefined, null],
  ])("%j means %j seconds", (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});

it("names what a status came to", () => {
  expect([200, 204, 299].map(tryError)).toEqual([null, null, null]);
  expect([301, 400, 410, 429, 500].map(tryError)).toEqual([
    "redirected",
    "refused",
    "gone",
    "refused",
    "refused",
  ]);
});
