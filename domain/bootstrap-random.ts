/** A source of numbers 0 ≤ n < 1. */
export type Uniform = () => number;

/** The same numbers for the same seed, on every machine (Mulberry32): an interval must not change when a page is loaded again. */
export function seededUniform(seed: number): Uniform {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** 32 bits that depend on each of these whole numbers and their order (FNV-1a by words, with a final mix). */
export function seedOf(numbers: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const each of numbers) hash = Math.imul(hash ^ (each | 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Standard normal (Box and Muller, one of the pair). */
export function drawNormal(uniform: Uniform): number {
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Above this variance the normal curve is closer to the binomial than the figures shown. */
const NORMAL_VARIANCE = 100;

/** How many of `count` came, each with this probability. */
export function drawBinomial(count: number, probability: number, uniform: Uniform): number {
  if (probability <= 0) return 0;
  if (probability >= 1) return count;
  if (probability > 0.5) return count - drawBinomial(count, 1 - probability, uniform);
  const variance = count * probability * (1 - probability);
  if (variance > NORMAL_VARIANCE) {
    const drawn = Math.round(count * probability + Math.sqrt(variance) * drawNormal(uniform));
    return Math.min(count, Math.max(0, drawn));
  }
  // Waiting times between hits are geometric: as many steps as there are hits, not as there are tries.
  const log = Math.log1p(-probability);
  let hits = -1;
  for (let tried = 0; tried <= count; tried += Math.floor(Math.log(1 - uniform()) / log) + 1) hits += 1;
  return hits;
}
