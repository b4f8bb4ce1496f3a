import { type AttemptDistribution, episodesOf } from "./recovery";

/** A value with how likely a resample has it. */
export type Likely = { value: number; probability: number };

/** Less than this is taken for never. */
const NEVER = 1e-12;
/** Beyond so many standard deviations nothing is left that a figure would show. */
const FAR = 10;

/**
 * How likely each p90 is in a resample of these episodes, drawn with replacement: what resampling for ever would come to,
 * without a draw. Of `n` episodes each recovers within `v` attempts with probability a, after more with b, or does not; the
 * p90 (nearest rank) is at most `v` where those within are nine times those after. Where none recovers it is drawn again.
 */
export function resampledP90({ episodes, attempts }: AttemptDistribution): Likely[] {
  const ended = episodesOf(attempts);
  const none = (1 - ended / episodes) ** episodes;
  let [within, before] = [0, 0];
  const likely: Likely[] = [];
  for (const { attempts: value, episodes: count } of attempts) {
    within += count;
    const least = isFarBelow(within, ended)
      ? 0
      : ninefold(episodes, within / episodes, (ended - within) / episodes);
    const upTo = Math.min(1, Math.max(before, (least - none) / (1 - none)));
    if (upTo - before > NEVER) likely.push({ value, probability: upTo - before });
    before = upTo;
    if (before >= 1 - NEVER) break;
  }
  return likely;
}

/** Whether 90 of 100 lie so far above that no resample finds them within. */
function isFarBelow(within: number, ended: number): boolean {
  // 9 times the rest, less what lies within: its mean and standard deviation over resamples.
  const mean = 9 * (ended - within) - within;
  return mean > 2 * FAR * Math.sqrt(81 * (ended - within) + within);
}

/** The probability that of `n` draws those of probability `a` are at least nine times those of `b`. */
export function ninefold(n: number, a: number, b: number): number {
  if (b <= 0) return 1;
  const share = Math.min(1, a / (1 - b));
  const spread = FAR * Math.sqrt(n * b * (1 - b)) + FAR;
  const first = Math.max(0, Math.floor(n * b - spread));
  const last = Math.min(Math.floor(n / 10), Math.ceil(n * b + spread));
  let [sum, tail] = [0, tailOf(n - first, share, 9 * first)];
  let after = binomial(n, b, first);
  for (let k = first; k <= last; k += 1) {
    sum += after * Math.min(1, Math.max(0, tail));
    after *= ((n - k) / (k + 1)) * (b / (1 - b));
    tail = nextTail(tail, { n: n - k, share, least: 9 * k });
  }
  return Math.min(1, sum);
}

/** From P(Bin(n) ≥ least) to P(Bin(n − 1) ≥ least + 9). */
function nextTail(tail: number, { n, share, least }: { n: number; share: number; least: number }): number {
  if (share >= 1) return n - 1 >= least + 9 ? 1 : 0;
  const odds = share / (1 - share);
  let [at, term, next] = [least - 1, binomial(n - 1, share, least - 1), tail];
  if (at < 0) [at, term] = [0, binomial(n - 1, share, 0)];
  else next -= share * term;
  if (least > 0) {
    term *= ((n - 1 - at) / (at + 1)) * odds;
    at += 1;
  }
  for (; at < least + 9 && at <= n - 1; at += 1) {
    next -= term;
    term *= ((n - 1 - at) / (at + 1)) * odds;
  }
  return next;
}

/** P(Bin(n) ≥ least), summed on the side that is less likely. */
function tailOf(n: number, share: number, least: number): number {
  if (least <= 0) return 1;
  if (least > n) return 0;
  if (share >= 1) return 1;
  const odds = share / (1 - share);
  let sum = 0;
  if (least > n * share) {
    for (let [at, term] = [least, binomial(n, share, least)]; at <= n && term > 0; at += 1) {
      sum += term;
      term *= ((n - at) / (at + 1)) * odds;
      if (term < sum * NEVER * NEVER) break;
    }
    return sum;
  }
  for (let [at, term] = [least - 1, binomial(n, share, least - 1)]; at >= 0 && term > 0; at -= 1) {
    sum += term;
    term *= at / (n - at + 1) / odds;
    if (term < sum * NEVER * NEVER) break;
  }
  return 1 - sum;
}

/** P(Bin(n) = k). */
function binomial(n: number, share: number, k: number): number {
  if (k < 0 || k > n) return 0;
  if (share <= 0) return k === 0 ? 1 : 0;
  if (share >= 1) return k === n ? 1 : 0;
  const ways = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  return Math.exp(ways + k * Math.log(share) + (n - k) * Math.log1p(-share));
}

const SMALL = 32;
const KNOWN = new Float64Array(SMALL);
for (let at = 2; at < SMALL; at += 1) KNOWN[at] = (KNOWN[at - 1] ?? 0) + Math.log(at);

/** Stirling's series, exact to the last digits from where it is used on. */
function logFactorial(n: number): number {
  if (n < SMALL) return KNOWN[n] ?? 0;
  const inverse = 1 / n;
  const series = inverse * (1 / 12 - inverse * inverse * (1 / 360 - (inverse * inverse) / 1260));
  return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + series;
}
