import { CarriedNumber } from "../carried-number";

/** How deep a value may nest: beyond what any field of ours takes, and within what the stack does. */
export const VALUE_DEPTH = 64;
/** Stands where a value nests deeper: one such attribute sinks neither its record nor its batch. */
export const TOO_DEEP = "(nested too deeply to be read)";

/** So many members are read of one object: an object of more is no argument, but somebody's data. */
const MEMBERS = 10_000;
/** Stands where an object has more of them. */
export const TOO_MANY = "(too many members to be read)";

/** A 64-bit integer in decimal digits, exact. */
export function plainInteger(digits: string): unknown {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : new CarriedNumber(BigInt(digits).toString());
}

/** A double as JSON can hold it: `NaN`, `Infinity` and `-Infinity` by name, and no zero below zero. */
export function plainDouble(value: number): unknown {
  return Number.isFinite(value) ? value + 0 : String(value);
}

/** The pairs of a kvlist as an object. */
export function plainMembers(pairs: readonly (readonly [string, unknown])[]): unknown {
  return pairs.length > MEMBERS ? TOO_MANY : plainObject(pairs);
}

/** Attributes as an object; `__proto__` is a name like any other. */
export function plainObject(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries(pairs);
}
