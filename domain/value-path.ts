import { isCarriedNumber } from "./carried-number";

/**
 * Reads and changes what JSON holds at a path of names. Only own members are ever looked at, so no name reaches a
 * prototype; a change answers a new value that shares what it did not touch.
 */

type Members = Record<string, unknown>;

/** What stands there; undefined where nothing does. */
export function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => memberOf(found, name), value);
}

/** The value with `member` there. What is missing on the way is made; what is no object on the way stays as it is. */
export function setAt(value: unknown, path: readonly string[], member: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return member;
  const within = value === undefined || value === null ? {} : value;
  if (!canHold(within, name)) return value;
  const before = memberOf(within, name);
  const after = setAt(before, rest, member);
  return after === before ? value : withMember(within, name, after);
}

/** The value without what stands there; of a list the following move up. */
export function removeAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || typeof value !== "object" || value === null) return value;
  const before = memberOf(value, name);
  if (before === undefined) return value;
  if (rest.length > 0) {
    const after = removeAt(before, rest);
    return after === before ? value : withMember(value, name, after);
  }
  if (Array.isArray(value)) return value.filter((_, index) => index !== Number(name));
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return INDEX.test(name) ? value[Number(name)] : undefined;
  return Object.hasOwn(value, name) ? (value as Members)[name] : undefined;
}

const INDEX = /^(0|[1-9]\d{0,8})$/;

/** Of a list only what is there already: no number makes a huge one. */
function canHold(value: unknown, name: string): value is object {
  if (typeof value !== "object" || value === null || isCarriedNumber(value)) return false;
  return !Array.isArray(value) || (INDEX.test(name) && Number(name) < value.length);
}

function withMember(value: object, name: string, member: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(name), member);
  return Object.fromEntries([...Object.entries(value).filter(([key]) => key !== name), [name, member]]);
}
