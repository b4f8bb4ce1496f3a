import { drawBinomial, drawOrderStatistic, seededUniform, seedOf, type Uniform } from "./bootstrap-random";
import { type AttemptDistribution, episodesOf, nearestRank, valueAtRank } from "./recovery";

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
 * The difference of p90 and of the gave-up share, each with a percentile bootstrap interval (Efron 1979) over episodes.
 * A resample is drawn by its figures and not episode by episode: how many recover is binomial, and the p90 of that many
 * draws from the histogram is the histogram at a uniform order statistic. That is the same distribution at a cost that does
 * not grow with the episodes. The seed comes from the counts, so the same data always give the same interval.
 */
export function changeOf(before: AttemptDistribution, after: AttemptDistribution): Change {
  const uniform = seededUniform(seedOf([before, after].flatMap(countsOf)));
  return {
    p90: difference(before.p90, after.p90, enough(before.attempts, after.attempts), () =>
      resampleDifference(before, after, drawP90, uniform),
    ),
    gave_up_share: difference(before.gave_up_share, after.gave_up_share, enough([before], [after]), () =>
      resampleDifference(before, after, drawGaveUpShare, uniform),
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

type Draw = (of: AttemptDistribution, uniform: Uniform) => number;

function resampleDifference(
  before: AttemptDistribution,
  after: AttemptDistribution,
  draw: Draw,
  uniform: Uniform,
): { low: number; high: number } {
  const drawn = new Float64Array(RESAMPLES);
  for (let at = 0; at < RESAMPLES; at += 1) drawn[at] = draw(after, uniform) - draw(before, uniform);
  drawn.sort();
  const tail = (1 - CONFIDENCE) / 2;
  return {
    low: drawn[Math.floor(tail * RESAMPLES)] ?? 0,
    high: drawn[Math.ceil((1 - tail) * RESAMPLES) - 1] ?? 0,
  };
}

function drawP90({ episodes, attempts }: AttemptDistribution, uniform: Uniform): number {
  const ended = episodesOf(attempts);
  // Redrawn where none of a resample recovers: without one there is no p90.
  let drawn = 0;
  while (drawn === 0) drawn = drawBinomial(episodes, ended / episodes, uniform);
  const at = drawOrderStatistic(nearestRank(90, drawn), drawn, uniform);
  return valueAtRank(attempts, Math.ceil(at * ended)) ?? 0;
}

function drawGaveUpShare({ episodes, gave_up }: AttemptDistribution, uniform: Uniform): number {
  return drawBinomial(episodes, (gave_up ?? 0) / episodes, uniform) / episodes;
}
