import { expect, it } from "vitest";
import { lagWords, nextLookMs } from "./lag-words";

it("says how far a source is behind", () => {
  expect(lagWords({ source: "desk", seconds: 45 })).toBe("desk is 45 s behind");
  expect(lagWords({ source: "desk", seconds: 720 })).toBe("desk is 12 min behind");
  expect(lagWords({ source: null, seconds: 86_400 })).toBe("One of the sources is 24 h behind");
});

it("looks soon at first, then less often, and ends after some five minutes", () => {
  expect([1, 2, 3].map(nextLookMs)).toEqual([2_000, 3_000, 4_500]);
  const waits: number[] = [];
  for (let next = nextLookMs(1); next !== null; next = nextLookMs(waits.length + 1)) waits.push(next);
  const all = waits.reduce((sum, wait) => sum + wait, 0);
  expect(Math.max(...waits)).toBe(30_000);
  expect(all).toBeGreaterThanOrEqual(300_000);
  expect(all).toBeLessThan(360_000);
});
