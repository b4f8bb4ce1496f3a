import { describe, expect, it } from "vitest";
import { prepareAttempts } from "./prepare-attempts";

const before = {
  name: "Before",
  look: "before",
  attempts: [
    { attempts: 2, episodes: 3 },
    { attempts: 6, episodes: 1 },
  ],
} as const;
const after = {
  name: "After",
  look: "after",
  attempts: [
    { attempts: 1, episodes: 1 },
    { attempts: 3, episodes: 1 },
  ],
} as const;

describe("the curve of attempts", () => {
  it("has a step wherever any curve has one, each at the share that took at most so many", () => {
    expect(prepareAttempts([before, after], 10).points).toEqual([
      { attempts: 1, before: 0, after: 0.5 },
      { attempts: 2, before: 0.75, after: 0.5 },
      { attempts: 3, before: 0.75, after: 1 },
      { attempts: 6, before: 1, after: 1 },
    ]);
  });

  it("draws no curve of nothing, and says so", () => {
    const { points, curves, summary } = prepareAttempts([{ ...before, attempts: [] }], 10);
    expect({ points, curves }).toEqual({ points: [{ attempts: 1 }], curves: [] });
    expect(summary).toContain("no distribution");
  });

  it("names whole attempts only, from the first to the most", () => {
    expect(prepareAttempts([before], 10).xTicks).toEqual([1, 2, 3, 4, 5, 6]);
    const long = { ...before, attempts: [{ attempts: 97, episodes: 1 }] };
    const { xTicks } = prepareAttempts([long], 5);
    expect(xTicks[0]).toBe(1);
    expect(xTicks.at(-1)).toBe(97);
    expect(xTicks.length).toBeLessThanOrEqual(6);
  });

  it("has the same numbers as rows", () => {
    expect(prepareAttempts([before], 10).rows).toEqual([
      { attempts: 2, cells: [{ look: "before", episodes: 3, share: 0.75 }] },
      { attempts: 6, cells: [{ look: "before", episodes: 1, share: 1 }] },
    ]);
  });
});
