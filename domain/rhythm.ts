import { HOURS_OF_WEEK, type Hour, type HourCounts, type HourOfWeek } from "./rhythm-hours";

/** How far back a rhythm is learned from, before the code was last seen. */
export const LEARNED_HOURS = 12 * HOURS_OF_WEEK;
/** Less says nothing about weeks. */
const LEARNED_HOURS_LEAST = 2 * HOURS_OF_WEEK;
const ACTIVE_HOURS_LEAST = 12;
/** What is four weeks old counts half: traffic grows and seasons turn. */
const HALF_LIFE_HOURS = 4 * HOURS_OF_WEEK;
/** An hour of week seen so often weighs as much as what hour of day and day of week say about it together. */
const PRIOR_WEEKS = 4;
/** Never quite certain: an hour of the week that never passed without it may yet. */
const CERTAIN = 0.97;
/** One false silence in so many years of one code. */
const YEARS_WITHOUT_FALSE_SILENCE = 20;
const HOURS_OF_YEAR = 8766;
/** Shorter pauses lie within a burst; longer ones are between what happens anew. In hours in which it was expected. */
const PAUSE_LEAST = 1;
/** By chance about one pause in e is that long. */
const PAUSES_PER_LONG_ONE = 4;
/** And in any case this much longer than any that was ever seen. */
const BEYOND_LONGEST = 1.5;

/**
 * A code's own rhythm, by hour of week. An hour in which it is expected with probability p passes −ln(1 − p) of its rhythm:
 * nights and weekends pass little or nothing, a busy Monday morning much. Measured so, pauses of a memoryless code are
 * exponential with mean 1, whatever its week looks like.
 */
export type Rhythm = {
  first: Hour;
  /** The last hour in which it was seen. */
  last: Hour;
  active_hours: number;
  failures: number;
  /** How much of the rhythm an hour of the week passes. */
  passing: Float64Array;
  /** The longest pause so far, and how long one has to be to be a silence. */
  longest: number;
  threshold: number;
};

/** Learns the rhythm from the weeks before the code was last seen; null when they are too few to tell. */
export function learnRhythm(counts: HourCounts, hourOfWeek: HourOfWeek): Rhythm | null {
  const last = counts.at(-1)?.[0];
  if (last === undefined) return null;
  const known = counts.filter(([hour]) => hour > last - LEARNED_HOURS);
  const first = known[0]?.[0] ?? last;
  const length = last - first + 1;
  if (known.length < ACTIVE_HOURS_LEAST || length < LEARNED_HOURS_LEAST) return null;
  const active = new Set(known.map(([hour]) => hour));
  const probability = weeklyMean(first, last, hourOfWeek, (hour) => (active.has(hour) ? 1 : 0));
  const passing = probability.map((p) => -Math.log(1 - Math.min(p, CERTAIN)));
  const pauses = pausesOf(known, passing, hourOfWeek);
  const longest = pauses.reduce((most, pause) => Math.max(most, pause), 0);
  return {
    ...{ first, last, active_hours: known.length, passing, longest },
    failures: known.reduce((sum, [, count]) => sum + count, 0),
    threshold: Math.max(chanceThreshold(pauses, known.length, length), BEYOND_LONGEST * longest),
  };
}

/**
 * The pause that comes by chance once in the years allowed, from the pauses between bursts: beyond the least they are taken
 * for exponential with the mean they have, 1 for a memoryless code and more for one that comes in bursts. Learned from n of
 * them that mean is itself uncertain, and then P(pause > x) = (1 + x/n)⁻ⁿ in units of it (Lomax), which asks more of a code
 * that was seldom seen.
 */
function chanceThreshold(pauses: readonly number[], active: number, length: number): number {
  const beyond = pauses.flatMap((pause) => (pause > PAUSE_LEAST ? [pause - PAUSE_LEAST] : []));
  const mean = Math.max(1, beyond.reduce((sum, one) => sum + one, 0) / Math.max(1, beyond.length));
  // More regular than chance has few such pauses, and is known no worse for it.
  const n = Math.max(beyond.length, active / PAUSES_PER_LONG_ONE);
  const inAll = Math.max(2, (n / length) * HOURS_OF_YEAR * YEARS_WITHOUT_FALSE_SILENCE);
  return PAUSE_LEAST + mean * n * (inAll ** (1 / n) - 1);
}

/**
 * The mean of an hour of week over [first, last], newer weeks weighing more. Few weeks say little about a single hour, so it
 * leans on what its hour of day and its day of week say.
 */
export function weeklyMean(
  first: Hour,
  last: Hour,
  hourOfWeek: HourOfWeek,
  countOf: (hour: Hour) => number,
): Float64Array {
  const sums = new Float64Array(HOURS_OF_WEEK);
  const weights = new Float64Array(HOURS_OF_WEEK);
  for (let hour = first; hour <= last; hour += 1) {
    const of = hourOfWeek(hour);
    const weight = 2 ** ((hour - last) / HALF_LIFE_HOURS);
    sums[of] = (sums[of] ?? 0) + weight * countOf(hour);
    weights[of] = (weights[of] ?? 0) + weight;
  }
  const prior = byDayAndHour(sums, weights);
  return sums.map((sum, of) => (sum + PRIOR_WEEKS * (prior[of] ?? 0)) / ((weights[of] ?? 0) + PRIOR_WEEKS));
}

/** What the hour of day and the day of week say together: overall × hour's factor × day's factor. */
function byDayAndHour(sums: Float64Array, weights: Float64Array): Float64Array {
  const meanWhere = (belongs: (of: number) => boolean) => {
    let [sum, weight] = [0, 0];
    for (let of = 0; of < HOURS_OF_WEEK; of += 1) {
      if (!belongs(of)) continue;
      sum += sums[of] ?? 0;
      weight += weights[of] ?? 0;
    }
    return weight === 0 ? 0 : sum / weight;
  };
  const overall = meanWhere(() => true);
  const hours = Array.from({ length: 24 }, (_, hour) => meanWhere((of) => of % 24 === hour));
  const days = Array.from({ length: 7 }, (_, day) => meanWhere((of) => Math.floor(of / 24) === day));
  return new Float64Array(HOURS_OF_WEEK).map((_, of) =>
    overall === 0 ? 0 : ((hours[of % 24] ?? 0) * (days[Math.floor(of / 24)] ?? 0)) / overall,
  );
}

/** The sum of a weekly profile over [from, to). */
export function passedBetween(profile: Float64Array, from: Hour, to: Hour, hourOfWeek: HourOfWeek): number {
  let passed = 0;
  for (let hour = from; hour < to; hour += 1) passed += profile[hourOfWeek(hour)] ?? 0;
  return passed;
}

/** How much of the rhythm passed between each two hours in which it was seen. */
function pausesOf(counts: HourCounts, passing: Float64Array, hourOfWeek: HourOfWeek): number[] {
  return counts.slice(1).flatMap(([hour], index) => {
    const before = counts[index]?.[0] ?? hour;
    return hour === before + 1 ? [] : [passedBetween(passing, before + 1, hour, hourOfWeek)];
  });
}
