import { drawBinomial, seededUniform, seedOf, type Uniform } from "./bootstrap-random";
import { type AttemptDistribution, episodesOf } from "./recovery";
import { type Likely, resampledP90 } from "./resampled-p90";

/** After minus before, with the interval that 95 of 100 resamples lie in. */
export type Difference = {
  difference: number;
  /** Null where there is too little on either side to say how sure it is. */
  interval: { low: number; high: number } | null;
};

/** What changed from before to after; null where either side has nothing to compare. */
export type Change = { p90: Difference | null; gave_up_share: Difference | null };

/** Below this many episodes on a side a resample says little but the sample itself, and its p90 is its maximum. */
export const EPISODES_FOR_INTERVAL = 10;
const RESAMPLES = 2_000;
const CONFIDENCE = 0.95;

/**
 * The difference of p90 and of the gave-up share, each with a percentile bootstrap interval (Efron 1979) over episodes. How
 * likely each p90 is in a resample is computed, so that its interval is that of endless resampling. The share is drawn: how
 * many of a resample gave up is binomial. The seed comes from the counts, so the same data always give the same interval.
 */
export function changeOf(before: AttemptDistribution, after: AttemptDistribution): Change {
  const uniform = seededUniform(seedOf([before, after].flatMap(countsOf)));
  return {
    p90: difference(before.p90, after.p90, enough(before.attempts, after.attempts), () =>
      intervalOfP90(resampledP90(before), resampledP90(after)),
    ),
    gave_up_share: difference(before.gave_up_share, after.gave_up_share, enough([before], [after]), () =>
      resampleShares(before, after, uniform),
    ),
  };
}

const countsOf = ({ episodes, gave_up, attempts }: AttemptDistribution) => [
  episodes,
  gave_up ?? -1,
  ...attempts.flatMap((count) => [count.attempts, count.episodes]),
];

type Counted = readonly { episodes: number }[];

const enough = (before: Counted, after: Counted) =>
  Math.min(episodesOf(before), episodesOf(after)) >= EPISODES_FOR_INTERVAL;

function difference(
  before: number | null,
  after: number | null,
  isEnough: boolean,
  resample: () => { low: number; high: number },
): Difference | null {
  if (before === null || after === null) return null;
  return { difference: after - before, interval: isEnough ? resample() : null };
}

const TAIL = (1 - CONFIDENCE) / 2;

/** From the difference that so few resamples lie below to the one that so few lie above. */
function intervalOfP90(before: readonly Likely[], after: readonly Likely[]): { low: number; high: number } {
  const differences = new Map<number, number>();
  for (const one of after)
    for (const other of before) {
      const value = one.value - other.value;
      differences.set(value, (differences.get(value) ?? 0) + one.probability * other.probability);
    }
  const ascending = [...differences].sort(([one], [other]) => one - other);
  let [low, high, upTo] = [Number.NaN, Number.NaN, 0];
  for (const [value, probability] of ascending) {
    upTo += probability;
    if (Number.isNaN(low) && upTo >= TAIL) low = value;
    if (Number.isNaN(high) && upTo >= 1 - TAIL) high = value;
  }
  return { low, high };
}

function resampleShares(
  before: AttemptDistribution,
  after: AttemptDistribution,
  uniform: Uniform,
): { low: number; high: number } {
  const drawn = new Float64Array(RESAMPLES);
  for (let at = 0; at < RESAMPLES; at += 1)
    drawn[at] = drawGaveUpShare(after, uniform) - drawGaveUpShare(before, uniform);
  drawn.sort();
  return {
    low: drawn[Math.floor(TAIL * RESAMPLES)] ?? 0,
    high: drawn[Math.ceil((1 - TAIL) * RESAMPLES) - 1] ?? 0,
  };
}

function drawGaveUpShare({ episodes, gave_up }: AttemptDistribution, uniform: Uniform): number {
  return drawBinomial(episodes, (gave_up ?? 0) / episodes, uniform) / episodes;
}
