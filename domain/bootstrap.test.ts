import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeOf, EPISODES_FOR_INTERVAL } from "./bootstrap";
import { drawBinomial, seededUniform, seedOf } from "./bootstrap-random";
import { distributionOf, type EpisodeCell } from "./recovery";

const recovered = (attempts: number, episodes: number): EpisodeCell => ({
  outcome: "recovered",
  attempts,
  episodes,
  most: attempts,
});
const gaveUp = (episodes: number): EpisodeCell => ({ outcome: "gave_up", attempts: 1, episodes, most: 1 });
const reported = (...cells: EpisodeCell[]) => distributionOf(cells, false);

describe("the interval on a difference", () => {
  it("is the same for the same counts, however often it is asked for", () => {
    const before = reported(recovered(2, 60), recovered(5, 20), gaveUp(20));
    const after = reported(recovered(2, 90), recovered(3, 8), gaveUp(4));
    expect(changeOf(before, after)).toEqual(changeOf(before, after));
  });

  it("says that nothing is known where a side has too few, and nothing at all where one has none", () => {
    const few = reported(recovered(2, EPISODES_FOR_INTERVAL - 1));
    const many = reported(recovered(2, 50), gaveUp(3));
    expect(changeOf(few, many).p90).toEqual({ difference: 0, interval: null });
    expect(changeOf(reported(), many)).toEqual({ p90: null, gave_up_share: null });
    expect(changeOf(reported(gaveUp(20)), many)).toMatchObject({
      p90: null,
      gave_up_share: { interval: {} },
    });
  });

  it("tells a clear change from none", () => {
    const before = reported(recovered(2, 100), recovered(6, 60), gaveUp(80));
    const after = reported(recovered(2, 200), recovered(3, 10), gaveUp(10));
    const { p90, gave_up_share } = changeOf(before, after);
    expect(p90).toEqual({ difference: -4, interval: { low: -4, high: -4 } });
    expect(gave_up_share?.interval?.high).toBeLessThan(-0.2);
    const same = changeOf(before, before);
    expect(same.p90).toMatchObject({ difference: 0, interval: { low: 0, high: 0 } });
    expect(same.gave_up_share?.interval?.low).toBeLessThan(0);
    expect(same.gave_up_share?.interval?.high).toBeGreaterThan(0);
  });

  it("turns around when before and after do, to the noise of resampling", () => {
    const one = reported(recovered(2, 40), recovered(4, 9), gaveUp(11));
    const other = reported(recovered(2, 30), recovered(5, 12), gaveUp(5));
    const [there, back] = [changeOf(one, other).gave_up_share, changeOf(other, one).gave_up_share];
    expect(there?.difference).toBeCloseTo(-(back?.difference ?? 0));
    expect(there?.interval?.low).toBeCloseTo(-(back?.interval?.high ?? 0), 1);
  });

  it("holds the difference itself, and never leaves what is possible", () => {
    const cells = fc
      .record({ two: fc.nat(60), three: fc.nat(40), eight: fc.nat(20), lost: fc.nat(40) })
      .filter(({ two, three, eight, lost }) => two + three + eight + lost >= EPISODES_FOR_INTERVAL)
      .map(({ two, three, eight, lost }) =>
        reported(
          ...[recovered(2, two), recovered(3, three), recovered(8, eight), gaveUp(lost)].filter(
            ({ episodes }) => episodes > 0,
          ),
        ),
      );
    fc.assert(
      fc.property(cells, cells, (before, after) => {
        const { p90, gave_up_share } = changeOf(before, after);
        for (const [found, most] of [
          [p90, 6],
          [gave_up_share, 1],
        ] as const) {
          if (found?.interval == null) continue;
          const { low, high } = found.interval;
          expect(low).toBeLessThanOrEqual(high);
          expect(low).toBeGreaterThanOrEqual(-most);
          expect(high).toBeLessThanOrEqual(most);
          expect(found.difference).toBeGreaterThanOrEqual(low - 1e-9);
          expect(found.difference).toBeLessThanOrEqual(high + 1e-9);
        }
      }),
      { numRuns: 60, seed: 20261130 },
    );
  });
});

describe("drawing by figures", () => {
  it.each([
    [20, 0.3],
    [5_000, 0.004],
    [5_000, 0.4],
    [40, 0.95],
  ])("a binomial of %d at %d has its mean and its variance", (count, probability) => {
    const uniform = seededUniform(seedOf([count]));
    const drawn = Array.from({ length: 20_000 }, () => drawBinomial(count, probability, uniform));
    const mean = drawn.reduce((sum, one) => sum + one, 0) / drawn.length;
    const variance = drawn.reduce((sum, one) => sum + (one - mean) ** 2, 0) / drawn.length;
    const expected = count * probability * (1 - probability);
    expect(Math.abs(mean - count * probability)).toBeLessThan(4 * Math.sqrt(expected / drawn.length));
    expect(variance / expected).toBeGreaterThan(0.93);
    expect(variance / expected).toBeLessThan(1.07);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(count);
  });
});
