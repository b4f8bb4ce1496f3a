import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cumulate, distributionOf, type EpisodeCell, percentileOf } from "./recovery";

const cell = fc.record({
  outcome: fc.constantFrom("recovered" as const, "gave_up" as const, "escalated" as const),
  attempts: fc.integer({ min: 1, max: 30 }),
  episodes: fc.integer({ min: 1, max: 5 }),
});
const cells = fc
  .array(cell, { maxLength: 40 })
  .map((list) => list.map((one): EpisodeCell => ({ ...one, most: one.attempts })));

const valuesOf = (list: readonly EpisodeCell[]) =>
  list.flatMap(({ attempts, episodes }) => Array<number>(episodes).fill(attempts)).sort((a, b) => a - b);

describe("attempts until recovery", () => {
  it("percentiles are those of the sorted list of episodes that recovered, by the definition of nearest rank", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const values = valuesOf(list.filter(({ outcome }) => outcome === "recovered"));
        const found = distributionOf(list, false);
        for (const [percent, value] of [
          [50, found.p50],
          [90, found.p90],
          [99, found.p99],
        ] as const)
          expect(value).toBe(values[Math.ceil((percent / 100) * values.length - 1e-9) - 1] ?? null);
        expect(found.max).toBe(values.at(-1) ?? null);
      }),
    );
  });

  it("counts every episode once, by outcome; the share of those given up is of all", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const { episodes, recovered, gave_up, escalated, gave_up_share, attempts } = distributionOf(
          list,
          false,
        );
        expect((recovered ?? 0) + (gave_up ?? 0) + (escalated ?? 0)).toBe(episodes);
        expect(attempts.reduce((sum, one) => sum + one.episodes, 0)).toBe(recovered);
        expect(gave_up_share).toBe(episodes === 0 ? null : (gave_up ?? 0) / episodes);
      }),
    );
  });

  it("says nothing of outcomes that events alone cannot show", () => {
    const found = distributionOf([{ outcome: null, attempts: 3, episodes: 4, most: 3 }], true);
    expect(found).toMatchObject({ episodes: 4, recovered: null, gave_up: null, gave_up_share: null, p90: 3 });
  });

  it("of nothing every figure is null, never 0", () => {
    expect(distributionOf([], false)).toEqual({
      ...{ episodes: 0, recovered: 0, gave_up: 0, escalated: 0, gave_up_share: null },
      ...{ p50: null, p90: null, p99: null, max: null, attempts: [] },
    });
    expect(percentileOf([], 50)).toBeNull();
  });

  it("the curve rises to exactly 1, and where it first reaches a share the percentile stands", () => {
    fc.assert(
      fc.property(cells, (list) => {
        const { attempts, p90 } = distributionOf(list, false);
        const curve = cumulate(attempts);
        expect(curve.at(-1)?.share ?? 1).toBe(1);
        expect(curve.find(({ share }) => share >= 0.9 - 1e-12)?.attempts ?? null).toBe(p90);
      }),
    );
  });
});
