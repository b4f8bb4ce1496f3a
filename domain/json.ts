/**
 * JSON that keeps what `JSON.parse` loses: integers beyond 2^53 and numbers beyond a double. Such a number
 * is carried as a marked string and written back digit for digit. Texts without one (a scan for numbers of sixteen
 * digits or a three-digit exponent) take the native path.
 */

const MARK = "\u{10FFFF}number:";
/** A number stands behind one of these, or is the whole text; in a UUID `3e456` is none, and every batch holds UUIDs. */
const SUSPECT = /[\s:,[]-?(?:\d{16}|\d+(?:\.\d+)?[eE][+-]?\d{3})/;
const NUMBER = /^[\d-]/;
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARKED = /"\u{10FFFF}number:(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)"/gu;

/** Parses JSON text; a byte-order mark is tolerated. Throws SyntaxError as `JSON.parse` does. */
export function parseJson(text: string): unknown {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!SUSPECT.test(body) && !NUMBER.test(body)) return JSON.parse(body);
  return JSON.parse(
    body.replace(STRING_OR_NUMBER, (token) =>
      token.charAt(0) === '"' || survivesDouble(token) ? token : `"${MARK}${token}"`,
    ),
  );
}

/** Writes JSON with the numbers that `parseJson` carried put back as they were sent; `indent` in spaces, for people. */
export function stringifyJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? "null";
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}

/** Whether a value is a number that `parseJson` carried as text. */
export function isCarriedNumber(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(MARK);
}

function survivesDouble(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  return !/^-?\d+$/.test(token) || Number.isSafeInteger(value);
}

/** Whether the value nests no deeper than `limit` levels; stops looking there, so depth cannot overflow the stack. */
export function isNestedWithin(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (limit === 0) return false;
  for (const child of Object.values(value)) if (!isNestedWithin(child, limit - 1)) return false;
  return true;
}

/** The value with object keys sorted at every level: equal content has equal text. */
export function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
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
  if (typeof value === "string") return isCarriedNumber(value) ? value : change(value, key);
  if (Array.isArray(value)) return value.map((child) => mapStrings(child, change, key));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, child]) => [
    change(name, null),
    mapStrings(child, change, name),
  ]);
  return Object.fromEntries(entries);
}
