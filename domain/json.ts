import { CarriedNumber, isCarriedNumber, markedNumbers, NUMBER_MARK } from "./carried-number";

import { writeDeep } from "./write-deep";

export { isCarriedNumber } from "./carried-number";

/**
 * JSON that keeps what `JSON.parse` loses: integers beyond 2^53 and numbers beyond a double. Such a number is carried
 * as a `CarriedNumber`, which no text that anybody sends is taken for, and written back digit for digit. Texts without
 * one (a scan for numbers of sixteen digits or a three-digit exponent) take the native path.
 */

/** A number stands behind one of these, or is the whole text; in a UUID `3e456` is none, and every batch holds UUIDs. */
const SUSPECT = /[\s:,[]-?(?:\d{16}|\d+(?:\.\d+)?[eE][+-]?\d{3})/;
const NUMBER = /^[\d-]/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON text; a byte-order mark is tolerated. Throws SyntaxError as `JSON.parse` does. */
export function parseJson(text: string): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!SUSPECT.test(body) && !NUMBER.test(body)) return JSON.parse(body);
  let carries = false;
  const marked = body.replace(STRING_OR_NUMBER, (token) => {
    if (token.charAt(0) === '"' || survivesDouble(token)) return token;
    carries = true;
    return `"${NUMBER_MARK}${token}"`;
  });
  return carries ? unmarked(JSON.parse(marked)) : JSON.parse(body);
}

/** Not a reviver, and not recursive: how deep a text nests is for others to judge. */
function unmarked(parsed: unknown): unknown {
  const box = { parsed };
  const open: object[] = [box];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const name of Object.keys(holder)) {
      const value: unknown = Reflect.get(holder, name);
      if (typeof value === "object" && value !== null) open.push(value);
      else if (typeof value === "string" && value.startsWith(NUMBER_MARK))
        Reflect.set(holder, name, new CarriedNumber(value.slice(NUMBER_MARK.length)));
    }
  }
  return box.parsed;
}

/**
 * Writes JSON of any depth with the numbers that `parseJson` carried put back as they were sent; `indent` in spaces, for
 * people, where it is not too deep for that.
 */
export function stringifyJson(value: unknown, indent?: number): string {
  return markedNumbers(() => {
    try {
      return JSON.stringify(value, null, indent) ?? "null";
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return writeDeep(value, (plain) => JSON.stringify(plain) ?? "null");
    }
  });
}

function survivesDouble(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return !/^-?\d+$/.test(token) || Number.isSafeInteger(value);
}

/** Whether the value nests no deeper than `limit` levels; stops looking there, so depth cannot overflow the stack. */
export function isNestedWithin(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null || isCarriedNumber(value)) return true;
  if (limit === 0) return false;
  for (const child of Object.values(value)) if (!isNestedWithin(child, limit - 1)) return false;
  return true;
}

/** Deeper values are refused for their depth, and would overflow the stack here. */
const DEPTH_LOOKED_AT = 100;

/** False where the JSON of the value is surely longer than so many characters; stops looking there. */
export function mayBeAsShort(value: unknown, characters: number): boolean {
  return charactersLeft(value, characters, 0) >= 0;
}

/** What is left of so many characters behind the least that the value takes. */
function charactersLeft(value: unknown, characters: number, depth: number): number {
  if (typeof value === "string") return characters - value.length - 2;
  if (typeof value !== "object" || value === null || isCarriedNumber(value)) return characters - 1;
  if (depth >= DEPTH_LOOKED_AT) return characters;
  // Of two brackets one stands for the comma that is missing at the end.
  let left = characters - 1;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1)
      left = charactersLeft(value[at], left - 1, depth + 1);
    return left;
  }
  for (const name in value) {
    if (left < 0) break;
    const child: unknown = Reflect.get(value, name);
    if (child !== undefined) left = charactersLeft(child, left - name.length - 4, depth + 1);
  }
  return left;
}

const TOO_DEEP_TO_KEEP = "(nested too deeply to be kept)";

/** The value itself where it nests no deeper than `limit` levels, else a copy with words in place of what does. */
export function withoutDepth(value: unknown, limit: number): unknown {
  return isNestedWithin(value, limit) ? value : shallow(value, limit);
}

function shallow(value: unknown, limit: number): unknown {
  if (typeof value !== "object" || value === null || isCarriedNumber(value)) return value;
  if (limit === 0) return TOO_DEEP_TO_KEEP;
  if (Array.isArray(value)) return value.map((child) => shallow(child, limit - 1));
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shallow(child, limit - 1)]));
}

/** The value with object keys sorted at every level: equal content has equal text. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null || isCarriedNumber(value)) return value;
  const keys = Object.keys(value).sort();
  // Assigned, `__proto__` would not become a member.
  if (keys.includes("__proto__"))
    return Object.fromEntries(keys.map((key) => [key, withSortedKeys(Reflect.get(value, key))]));
  const sorted: Record<string, unknown> = {};
  for (const key of keys) sorted[key] = withSortedKeys(Reflect.get(value, key));
  return sorted;
}

/** The value with every string (keys included) passed through `change`. Carried numbers stay as they are. */
export function mapStrings(
  value: unknown,
  change: (text: string, key: string | null) => string,
  key: string | null = null,
): unknown {
  if (typeof value === "string") return change(value, key);
  if (Array.isArray(value)) return value.map((child) => mapStrings(child, change, key));
  if (typeof value !== "object" || value === null || isCarriedNumber(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => [
    change(name, null),
    mapStrings(child, change, name),
  ]);
  return Object.fromEntries(entries);
}
