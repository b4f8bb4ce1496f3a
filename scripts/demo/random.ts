/** A stream of numbers that is the same for the same seed. */
export type Random = {
  /** 0 ≤ n < 1 */
  next: () => number;
  /** An integer from `from` to `to`, both included. */
  int: (from: number, to: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(values: readonly [T, ...T[]]) => T;
  bytes: (count: number) => Uint8Array<ArrayBuffer>;
  hex: (digits: number) => string;
};

/** 32 bits that depend on every character (FNV-1a with a final mix). */
export function seedFrom(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Mulberry32: 32 bits of state, plenty for a simulation, and the same on every machine. */
export function createRandom(seed: string): Random {
  let state = seedFrom(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => values[int(0, values.length - 1)] ?? values[0],
    bytes: (count) => Uint8Array.from({ length: count }, () => int(0, 255)),
    hex: (digits) => {
      let text = "";
      while (text.length < digits) text += int(0, 0xfffffff).toString(16).padStart(7, "0");
      return text.slice(0, digits);
    },
  };
}
