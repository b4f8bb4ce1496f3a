import { shareOf } from "./figures";

/** How many episodes took so many attempts. */
export type AttemptCount = { attempts: number; episodes: number };

/** Attempts from here on are counted together; the most ever is exact all the same. */
export const ATTEMPTS_TOLD_APART = 1_000;

/** A number of attempts per outcome. Computed from runs there is no outcome, since events tell of failures alone. */
export type EpisodeCell = {
  outcome: "recovered" | "gave_up" | "escalated" | null;
  attempts: number;
  episodes: number;
  /** The most attempts among them. */
  most: number;
};

/**
 * Attempts until recovery. Percentiles are nearest-rank and of the episodes that ended well; those that did not are a
 * share of all. Null: nothing to count it of, or not known.
 */
export type AttemptDistribution = {
  episodes: number;
  recovered: number | null;
  gave_up: number | null;
  escalated: number | null;
  gave_up_share: number | null;
  p50: number | null;
  p90: number | null;
  p99: number | null;
  max: number | null;
  /** Ascending; the episodes that the percentiles are of. */
  attempts: AttemptCount[];
};

/** The value at a rank of an ascending histogram; null when it holds fewer. */
export function valueAtRank(counts: readonly AttemptCount[], rank: number): number | null {
  let seen = 0;
  for (const { attempts, episodes } of counts) {
    seen += episodes;
    if (seen >= rank) return attempts;
  }
  return null;
}

/** The rank of a nearest-rank percentile: the smallest that covers this many per cent, at least the first. */
export const nearestRank = (percent: number, count: number): number =>
  Math.max(1, Math.ceil((percent * count) / 100));

/** The nearest-rank percentile of an ascending histogram; null of nothing. */
export function percentileOf(counts: readonly AttemptCount[], percent: number): number | null {
  return valueAtRank(counts, nearestRank(percent, episodesOf(counts)));
}

export const episodesOf = (counts: readonly { episodes: number }[]): number =>
  counts.reduce((sum, { episodes }) => sum + episodes, 0);

/** What these cells amount to; `computed` ones have no outcome and are counted as they ended. */
export function distributionOf(cells: readonly EpisodeCell[], computed: boolean): AttemptDistribution {
  const ended = cells.filter(({ outcome }) => computed || outcome === "recovered");
  const attempts = merge(ended);
  const of = (outcome: EpisodeCell["outcome"]) =>
    computed ? null : episodesOf(cells.filter((cell) => cell.outcome === outcome));
  const [episodes, gave_up] = [episodesOf(cells), of("gave_up")];
  return {
    episodes,
    recovered: of("recovered"),
    gave_up,
    escalated: of("escalated"),
    gave_up_share: gave_up === null ? null : shareOf(gave_up, episodes),
    p50: percentileOf(attempts, 50),
    p90: percentileOf(attempts, 90),
    p99: percentileOf(attempts, 99),
    max: ended.length === 0 ? null : Math.max(...ended.map(({ most }) => most)),
    attempts,
  };
}

function merge(cells: readonly EpisodeCell[]): AttemptCount[] {
  const counts = new Map<number, number>();
  for (const { attempts, episodes } of cells) counts.set(attempts, (counts.get(attempts) ?? 0) + episodes);
  return [...counts].map(([attempts, episodes]) => ({ attempts, episodes })).sort(byAttempts);
}

const byAttempts = (one: AttemptCount, other: AttemptCount) => one.attempts - other.attempts;

/** The empirical distribution: the share of episodes that took at most so many attempts, ascending, ending at 1. */
export function cumulate(counts: readonly AttemptCount[]): (AttemptCount & { share: number })[] {
  const all = episodesOf(counts);
  let seen = 0;
  return counts.map((count) => {
    seen += count.episodes;
    return { ...count, share: seen / all };
  });
}
