import { describe, expect, it } from "vitest";
import { seededUniform } from "./bootstrap-random";
import { type AttemptDistribution, distributionOf, nearestRank } from "./recovery";
import { ninefold, resampledP90 } from "./resampled-p90";

/** Every way that `n` draws can fall, with its probability. */
function byEveryWay(n: number, a: number, b: number): number {
  const choose = (of: number, k: number): number => (k === 0 ? 1 : (choose(of - 1, k - 1) * of) / k);
  let sum = 0;
  for (let after = 0; after <= n; after += 1)
    for (let within = 9 * after; within + after <= n; within += 1) {
      const ways = choose(n, after) * choose(n - after, within);
      sum += ways * b ** after * a ** within * (1 - a - b) ** (n - after - within);
    }
  return sum;
}

/** So many episodes took each number of attempts, and so many gave up. */
function told(counts: Readonly<Record<number, number>>, lost: number): AttemptDistribution {
  const cells = Object.entries(counts).map(([attempts, episodes]) => ({
    ...{ outcome: "recovered" as const, attempts: Number(attempts), episodes, most: Number(attempts) },
  }));
  const gave_up = { outcome: "gave_up" as const, attempts: 1, episodes: lost, most: 1 };
  return distributionOf(lost > 0 ? [...cells, gave_up] : cells, false);
}

describe("how likely nine times as many are within as after", () => {
  it.each([
    [12, 0.5, 0.1],
    [30, 0.8, 0.2],
    [30, 0.85, 0.05],
    [45, 0.6, 0.07],
    [45, 0, 0.3],
    [60, 0.3, 0.01],
  ])("of %d draws of %d and %d is the sum over every way they fall", (n, a, b) => {
    expect(ninefold(n, a, b)).toBeCloseTo(byEveryWay(n, a, b), 12);
  });

  it.each([200, 3_000, 40_000, 600_000])("is nearly a half for %d draws just at nine times", (n) => {
    // By the normal curve, to the half step that whole numbers differ by.
    const apart = ninefold(n, 0.63, 0.07) - 0.5;
    expect(Math.abs(apart)).toBeLessThan(1 / Math.sqrt(n));
  });
});

/** The definition itself: episodes drawn one by one with replacement, again where none recovers. */
function drawOneByOne({ episodes, attempts }: AttemptDistribution, resamples: number): number[] {
  const uniform = seededUniform(118);
  const values = attempts.flatMap(({ attempts: value, episodes: count }) => Array<number>(count).fill(value));
  return Array.from({ length: resamples }, () => {
    const drawn: number[] = [];
    while (drawn.length === 0)
      for (let at = 0; at < episodes; at += 1) {
        const value = values[Math.floor(uniform() * episodes)];
        if (value !== undefined) drawn.push(value);
      }
    drawn.sort((one, other) => one - other);
    return drawn[nearestRank(90, drawn.length) - 1] ?? 0;
  });
}

describe("the p90 of a resample", () => {
  it.each([
    [told({ 2: 30, 3: 6, 7: 4 }, 0), 10_000],
    [told({ 2: 8, 3: 2, 5: 1, 9: 1 }, 9), 10_000],
    [told({ 2: 2, 3: 1 }, 12), 10_000],
    [told({ 2: 100, 3: 66, 4: 32, 5: 18, 6: 10, 8: 8, 12: 2 }, 60), 2_500],
    [told({ 4: 20 }, 3), 100],
  ])("is as likely as it is drawn", (world, resamples) => {
    const drawn = drawOneByOne(world, resamples);
    const likely = resampledP90(world);
    expect(likely.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
    for (const { attempts: value } of world.attempts) {
      const share = drawn.filter((one) => one === value).length / resamples;
      const probability = likely.find((one) => one.value === value)?.probability ?? 0;
      // Four standard deviations of so many draws, which are the same each time.
      expect(Math.abs(share - probability)).toBeLessThanOrEqual(
        4 * Math.sqrt((probability * (1 - probability)) / resamples) + 1e-9,
      );
    }
  });

  it("is told of a million episodes, too", () => {
    const world = told({ 2: 110_760, 3: 135_099, 4: 69_006, 5: 35_772, 6: 18_430, 7: 19_054 }, 165_858);
    // 0.9034 of them took at most five, a share that a resample varies by 0.0005.
    expect(resampledP90(world)).toEqual([{ value: 5, probability: expect.closeTo(1, 9) }]);
    const edge = told({ 2: 450_000, 3: 50_000 }, 100_000);
    expect(resampledP90(edge)).toEqual([
      { value: 2, probability: expect.closeTo(0.5, 2) },
      { value: 3, probability: expect.closeTo(0.5, 2) },
    ]);
  });
});
